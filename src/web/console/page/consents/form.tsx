import { useState } from "preact/hooks";
import type { ConsentStatus } from "../../../../client";
import { limits } from "../../../../../generated/server/values";
import { Dialog } from "../../../design/dialog";
import { useToast } from "../../../design/toast";
import { Choices } from "../parts/choices";
import { Failure, useFieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { fromLocal, zoneAt } from "../parts/local-time";
import { Restored } from "../parts/restored";
import { useAccount } from "../service/signed-in";
import { useDraft } from "../service/use-draft";
import { useMutation } from "../service/use-mutation";
import { useTexts } from "../texts/language";
import { emptyForm, type Entered, type Faults, faultsIn, requestOf } from "./draft";
import { useConsentTexts } from "./texts";

const EVIDENCE = ["text", "url", "ip"] as const;
/** Fields whose errors the form shows beside its inputs. */
const FIELDS = [
  "phone",
  "purposes",
  "channels",
  "occurred_at",
  ...EVIDENCE.map((name) => `evidence.${name}`),
];

interface Props {
  /** Number that the form begins with; empty for none. */
  phone: string;
  onClose(): void;
  onSaved(): void;
}

/** Dialog that records a consent. */
export function ConsentDialog({ phone, onClose, onSaved }: Props) {
  const { t } = useTexts();
  const words = useConsentTexts();
  const { recado } = useAccount();
  const showToast = useToast();
  const faultOf = useFieldFault();
  const draft = useDraft<Entered>(`consent ${phone}`, emptyForm(phone));
  const entered = draft.value;
  const [faults, setFaults] = useState<Faults | null>(null);
  const action = useMutation(
    () => recado.consents.create(requestOf(entered)),
    () => {
      draft.discard();
      showToast({ text: words.saved });
      onSaved();
    },
  );
  const inputOf = (name: "phone" | "occurredAt" | (typeof EVIDENCE)[number]) => ({
    autocomplete: "off",
    value: entered[name],
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      draft.change({ [name]: currentTarget.value }),
  });
  const choiceFault = (name: "purposes" | "channels") =>
    faults?.[name] ? words.chooseOne : faultOf(action.failure, name);
  const evidenceFault = (name: (typeof EVIDENCE)[number]) => faultOf(action.failure, `evidence.${name}`);
  return (
    <Dialog title={words.record} closeLabel={t.menu.close} isWide onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const found = faultsIn(entered, Date.now());
          setFaults(found);
          if (found === null) void action.run();
        }}
      >
        <Restored draft={draft} />
        <Field label={words.number} hint={t.contacts.phoneHint} fault={faultOf(action.failure, "phone")}>
          <input type="tel" required maxLength={limits.PhoneNumberInput.maxLength} {...inputOf("phone")} />
        </Field>
        <StatusChoice chosen={entered.status} onChoose={(status) => draft.change({ status })} />
        <Choices
          {...{ legend: words.purposes, words: t.purpose, chosen: entered.purposes }}
          fault={choiceFault("purposes")}
          onChange={(purposes) => draft.change({ purposes })}
        />
        <Choices
          {...{ legend: words.channels, words: t.channel, chosen: entered.channels }}
          fault={choiceFault("channels")}
          onChange={(channels) => draft.change({ channels })}
        />
        <h3 class="mt-5 mb-2">{words.evidence}</h3>
        <Field label={words.text} hint={words.textHint} fault={evidenceFault("text")}>
          <textarea rows={3} maxLength={limits.ConsentEvidenceInput.text.maxLength} {...inputOf("text")} />
        </Field>
        <div class="grid gap-x-4 sm:grid-cols-2">
          <Field label={words.url} fault={evidenceFault("url")}>
            <input
              inputMode="url"
              maxLength={limits.ConsentEvidenceInput.url.maxLength}
              {...inputOf("url")}
            />
          </Field>
          <Field label={words.ip} fault={evidenceFault("ip")}>
            <input maxLength={limits.ConsentEvidenceInput.ip.maxLength} {...inputOf("ip")} />
          </Field>
        </div>
        <Field
          label={words.occurred}
          hint={words.occurredHint(zoneAt(new Date(fromLocal(entered.occurredAt) ?? Date.now())))}
          fault={faults?.isFuture ? words.future : faultOf(action.failure, "occurred_at")}
        >
          <input type="datetime-local" {...inputOf("occurredAt")} />
        </Field>
        <Failure of={action.failure} except={FIELDS} />
        <div class="choices">
          <button
            type="button"
            class="btn"
            onClick={() => {
              draft.discard();
              onClose();
            }}
          >
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

interface StatusProps {
  chosen: ConsentStatus;
  onChoose(status: ConsentStatus): void;
}

function StatusChoice({ chosen, onChoose }: StatusProps) {
  const words = useConsentTexts();
  return (
    <fieldset class="options">
      <legend>{words.status}</legend>
      {(["granted", "revoked"] as const).map((status) => (
        <label key={status}>
          <input type="radio" name="status" checked={chosen === status} onChange={() => onChoose(status)} />{" "}
          {words.statuses[status]}
        </label>
      ))}
      <span class="hint">{words.statusHints[chosen]}</span>
    </fieldset>
  );
}
