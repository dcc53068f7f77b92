import type { Purpose } from "../../../../client";
import { useTexts } from "../texts/language";
import { SelectField, optionsOf } from "./field";

interface Props {
  chosen: Purpose;
  fault: string | null;
  onChoose(purpose: Purpose): void;
}

export function PurposeChoice({ chosen, fault, onChoose }: Props) {
  const { t } = useTexts();
  return (
    <SelectField
      label={t.messages.purpose}
      hint={t.messages.purposeHint}
      fault={fault}
      value={chosen}
      options={optionsOf(t.purpose)}
      onValue={onChoose}
    />
  );
}
