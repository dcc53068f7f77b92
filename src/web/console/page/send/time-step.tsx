import { Segments } from "../../../design/segments";
import { useFieldFault } from "../parts/failure";
import { fromLocal, toLocal, zoneAt } from "../parts/local-time";
import { useTexts } from "../texts/language";
import type { Draft } from "./draft";
import { InputField, optionsOf } from "../parts/field";

interface Props {
  draft: Draft;
  failure: unknown;
  onChange(changes: Partial<Draft>): void;
}

export function TimeStep({ draft, failure, onChange }: Props) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const words = t.send.time;
  const at = fromLocal(draft.sendAt);
  return (
    <>
      <div class="field mt-3">
        <span class="font-medium">{t.messages.when}</span>
        <Segments
          label={t.messages.when}
          options={optionsOf(words.kinds)}
          value={draft.when}
          onChange={(when) => onChange({ when })}
        />
      </div>
      {draft.when !== "now" && (
        <InputField
          label={words.at}
          hint={draft.when === "at" ? words.zone(zoneAt(new Date(at ?? Date.now()))) : words.local}
          fault={fieldFault(failure, draft.when === "at" ? "send_at" : "send_at_local")}
          type="datetime-local"
          min={toLocal(new Date())}
          value={draft.sendAt}
          onValue={(sendAt) => onChange({ sendAt })}
        />
      )}
    </>
  );
}
