import { type CannedResponse, etagOf } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { Conflict, isConflict, type Shown } from "../parts/conflict";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { Restored } from "../parts/restored";
import { SmsSize } from "../parts/sms-size";
import { useAccount } from "../service/signed-in";
import { useDraft } from "../service/use-draft";
import { useMutation } from "../service/use-mutation";
import { useTexts } from "../texts/language";

const FIELDS = ["name", "shortcut", "text"];

interface Entered {
  name: string;
  /** Empty for none. */
  shortcut: string;
  text: string;
}

type Fields = Pick<CannedResponse, "name" | "shortcut" | "text">;

const enteredOf = ({ name, shortcut, text }: Fields): Entered => ({ name, shortcut: shortcut ?? "", text });

interface Props {
  /** Quick reply to edit, as read by its id; undefined for a new one. */
  edited?: CannedResponse;
  /** Text of a new quick reply. */
  text?: string;
  onClose(): void;
  onSaved(): void;
}

/** Dialog that creates or edits a quick reply. */
export function CannedDialog({ edited, text = "", onClose, onSaved }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const words = t.replies.canned;
  const showToast = useToast();
  const faultOf = useFieldFault();
  const initial = edited === undefined ? { name: "", shortcut: "", text } : enteredOf(edited);
  const draft = useDraft(
    `quick reply ${edited?.id ?? `new ${text}`}`,
    initial,
    edited === undefined ? undefined : etagOf(edited),
  );
  const entered = draft.value;
  const action = useMutation(
    (ifMatch: string | undefined): Promise<unknown> => {
      const fields = { ...entered, shortcut: entered.shortcut === "" ? null : entered.shortcut };
      return edited === undefined
        ? recado.cannedResponses.create(fields)
        : recado.cannedResponses.update({ canned_response_id: edited.id, ...fields }, { ifMatch });
    },
    () => {
      draft.discard();
      showToast({ text: words.saved(entered.name) });
      onSaved();
    },
  );
  const shown = (of: Entered): Shown => [
    [words.name, of.name],
    [words.shortcut, of.shortcut],
    [words.text, of.text],
  ];
  return (
    <Dialog
      title={edited === undefined ? words.create : words.edit}
      closeLabel={t.menu.close}
      onClose={onClose}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void action.run(draft.version);
        }}
      >
        <Restored draft={draft} />
        <Field label={words.name} fault={faultOf(action.failure, "name")}>
          <input
            required
            maxLength={limits.ResourceName.maxLength}
            value={entered.name}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              draft.change({ name: currentTarget.value })
            }
          />
        </Field>
        <Field label={words.shortcut} hint={words.shortcutHint} fault={faultOf(action.failure, "shortcut")}>
          <input
            class="mono"
            maxLength={limits.CannedResponseShortcut.maxLength}
            value={entered.shortcut}
            onInput={({ currentTarget }: { currentTarget: HTMLInputElement }) =>
              draft.change({ shortcut: currentTarget.value })
            }
          />
        </Field>
        <Field label={words.text} hint={words.textHint} fault={faultOf(action.failure, "text")}>
          <textarea
            required
            rows={4}
            maxLength={limits.CannedResponseText.maxLength}
            value={entered.text}
            onInput={({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
              draft.change({ text: currentTarget.value })
            }
          />
        </Field>
        <SmsSize text={entered.text} />
        {edited !== undefined && (
          <Conflict<CannedResponse>
            {...{ failure: action.failure, version: draft.version, busy: action.busy }}
            read={(signal) => recado.cannedResponses.get({ canned_response_id: edited.id }, { signal })}
            own={shown(entered)}
            shown={(other) => shown(enteredOf(other))}
            onLoadOther={(other) => {
              draft.settle(enteredOf(other), etagOf(other));
              action.forget();
            }}
            onOverwrite={(other) => void action.run(etagOf(other))}
          />
        )}
        {!isConflict(action.failure) && <Failure of={action.failure} except={FIELDS} />}
        <div class="choices">
          <button type="button" class="btn" onClick={onClose}>
            {t.state.cancel}
          </button>
          <button type="submit" class="btn btn-primary" disabled={action.busy}>
            {words.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
