import type { CannedResponse } from "../../../../client";
import { MAX_NAME_LENGTH } from "../../../../platform/text";
import { limits } from "../../../../../generated/server/values";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { Conflict } from "../parts/conflict";
import { useFieldFault } from "../parts/state";
import { placeholderFault } from "../parts/placeholder-fault";
import { SmsSize } from "../parts/sms-size";
import { useTexts } from "../texts/language";
import { Form, InputField, TextAreaField } from "../parts/form";
import { useEdit } from "../service/use-draft";

const FIELDS = ["name", "shortcut", "text"] as const;

interface Entered {
  name: string;
  /** Shortcut of the quick reply; empty for none. */
  shortcut: string;
  text: string;
}

type Fields = Pick<CannedResponse, "name" | "shortcut" | "text">;

const enteredOf = ({ name, shortcut, text }: Fields): Entered => ({ name, shortcut: shortcut ?? "", text });

interface Props {
  /** Quick reply to edit, as read by its id; undefined for a new one. */
  edited?: CannedResponse;
  /** Prefilled text of a new quick reply. Default: empty. */
  text?: string;
  onClose(): void;
  onSaved(): void;
}

/** Shows the dialog that creates or edits a quick reply. */
export function CannedDialog({ edited, text = "", onClose, onSaved }: Props) {
  const { t } = useTexts();
  const words = t.replies.canned;
  const showToast = useToast();
  const faultOf = useFieldFault();
  const edit = useEdit<CannedResponse, Entered>({
    place: `quick reply ${edited?.id ?? `new ${text}`}`,
    current: edited,
    enteredOf,
    initial: { name: "", shortcut: "", text },
    save(recado, entered, ifMatch) {
      const fields = { ...entered, shortcut: entered.shortcut === "" ? null : entered.shortcut };
      return edited === undefined
        ? recado.cannedResponses.create(fields)
        : recado.cannedResponses.update({ canned_response_id: edited.id, ...fields }, { ifMatch });
    },
    onSaved({ name }) {
      showToast({ text: words.saved(name) });
      onSaved();
    },
  });
  const { draft, action } = edit;
  const fieldOf = (name: keyof Entered) => ({
    label: words[name],
    fault: faultOf(action.failure, name),
    value: draft.value[name],
    onValue: (value: string) => draft.change({ [name]: value }),
  });
  return (
    <Dialog
      title={edited === undefined ? words.create : words.edit}
      closeLabel={t.menu.close}
      onClose={onClose}
    >
      <Form
        draft={draft}
        action={action}
        except={FIELDS}
        submit={t.common.save}
        onSubmit={edit.save}
        onCancel={onClose}
        isDialog
      >
        <InputField {...fieldOf("name")} required maxLength={MAX_NAME_LENGTH} />
        <InputField
          {...fieldOf("shortcut")}
          hint={words.shortcutHint}
          class="mono"
          maxLength={limits.CannedResponseShortcut.maxLength}
        />
        <TextAreaField
          {...fieldOf("text")}
          fault={placeholderFault(draft.value.text, t) ?? faultOf(action.failure, "text")}
          hint={words.textHint}
          required
          rows={4}
          maxLength={limits.CannedResponseText.maxLength}
        />
        <SmsSize text={draft.value.text} />
        {edited !== undefined && (
          <Conflict
            of={edit}
            read={(recado) => recado.cannedResponses.get({ canned_response_id: edited.id })}
            shown={(entered) => FIELDS.map((name) => [words[name], entered[name]] as const)}
          />
        )}
      </Form>
    </Dialog>
  );
}
