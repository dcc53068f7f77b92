import type { Purpose } from "../../../../client";
import { useTexts } from "../texts/language";
import { Field } from "./field";

interface Props {
  chosen: Purpose;
  fault: string | null;
  onChoose(purpose: Purpose): void;
}

export function PurposeChoice({ chosen, fault, onChoose }: Props) {
  const { t } = useTexts();
  return (
    <Field label={t.messages.purpose} hint={t.messages.purposeHint} fault={fault}>
      <select
        value={chosen}
        onChange={({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
          onChoose(currentTarget.value as Purpose)
        }
      >
        {(Object.entries(t.purpose) as [Purpose, string][]).map(([purpose, words]) => (
          <option key={purpose} value={purpose} selected={purpose === chosen}>
            {words}
          </option>
        ))}
      </select>
    </Field>
  );
}
