import { useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { Choices, Form, InputField, OneChoice, TextAreaField } from "../parts/form";
import { useFieldFault } from "../parts/state";
import { fromLocal, zoneAt } from "../parts/local-time";
import { useDraft } from "../service/use-draft";
import { useMutation } from "../service/hooks";
import { useTexts } from "../texts/language";
import { emptyForm, type Entered, type Faults, faultsIn, requestOf } from "./draft";
import { useConsentTexts } from "./texts";

const EVIDENCE = ["text", "url", "ip"] as const;
/** Fields of the request whose errors the form shows beside its inputs. */
const FIELDS = [
  "phone",
  "purposes",
  "channels",
  "occurred_at",
  ...EVIDENCE.map((name) => `evidence.${name}`),
];

interface Props {
  /** Initial phone number; empty for none. */
  phone: string;
  onClose(): void;
  onSaved(): void;
}

export function ConsentDialog({ phone, onClose, onSaved }: Props) {
  const { t } = useTexts();
  const words = useConsentTexts();
  const showToast = useToast();
  const faultOf = useFieldFault();
  const draft = useDraft<Entered>(`consent ${phone}`, emptyForm(phone));
  const entered = draft.value;
  const [faults, setFaults] = useState<Faults | null>(null);
  const action = useMutation(
    (recado) => recado.consents.create(requestOf(entered)),
    () => {
      draft.discard();
      showToast({ text: words.saved });
      onSaved();
    },
  );
  const fieldOf = (name: "phone" | "occurredAt" | (typeof EVIDENCE)[number], field: string = name) => ({
    autocomplete: "off",
    value: entered[name],
    fault: faultOf(action.failure, field),
    onValue: (value: string) => draft.change({ [name]: value }),
  });
  const evidenceOf = (name: (typeof EVIDENCE)[number]) => ({
    ...fieldOf(name, `evidence.${name}`),
    label: words[name],
    maxLength: limits.ConsentEvidenceInput[name].maxLength,
  });
  const choiceFault = (name: "purposes" | "channels") =>
    faults?.[name] ? words.chooseOne : faultOf(action.failure, name);
  return (
    <Dialog title={words.record} closeLabel={t.menu.close} isWide onClose={onClose}>
      <Form
        draft={draft}
        action={action}
        except={FIELDS}
        submit={words.save}
        onSubmit={() => {
          const found = faultsIn(entered, Date.now());
          setFaults(found);
          if (found === null) void action.run();
        }}
        onCancel={() => {
          draft.discard();
          onClose();
        }}
        isDialog
      >
        <InputField
          {...fieldOf("phone")}
          label={t.contacts.phone}
          hint={t.contacts.phoneHint}
          type="tel"
          required
          maxLength={limits.PhoneNumberInput.maxLength}
        />
        <OneChoice
          legend={words.status}
          name="status"
          words={words.statuses}
          chosen={entered.status}
          hint={words.statusHints[entered.status]}
          onChoose={(status) => draft.change({ status })}
        />
        <Choices
          legend={words.purposes}
          words={t.purpose}
          chosen={entered.purposes}
          fault={choiceFault("purposes")}
          onChange={(purposes) => draft.change({ purposes })}
        />
        <Choices
          legend={words.channels}
          words={t.channel}
          chosen={entered.channels}
          fault={choiceFault("channels")}
          onChange={(channels) => draft.change({ channels })}
        />
        <h3 class="mt-5 mb-2">{words.evidence}</h3>
        <TextAreaField {...evidenceOf("text")} hint={words.textHint} rows={3} />
        <div class="grid gap-x-4 sm:grid-cols-2">
          <InputField {...evidenceOf("url")} inputMode="url" />
          <InputField {...evidenceOf("ip")} />
        </div>
        <InputField
          {...fieldOf("occurredAt", "occurred_at")}
          label={t.messages.when}
          type="datetime-local"
          hint={words.occurredHint(zoneAt(new Date(fromLocal(entered.occurredAt) ?? Date.now())))}
          {...(faults?.isFuture ? { fault: words.future } : {})}
        />
      </Form>
    </Dialog>
  );
}
