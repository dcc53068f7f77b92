import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { SelectField } from "./field";

/** Offered validity periods, in seconds. */
const VALIDITIES: readonly number[] = [10 * 60, 3_600, 4 * 3_600, 24 * 3_600, limits.ValiditySeconds.maximum];

interface Props {
  /** Validity in seconds; null for none. */
  chosen: number | null;
  /** Text of the option without a validity. */
  none: string;
  fault: string | null;
  onChoose(seconds: number | null): void;
}

/** Offers validity periods of a message. Also offers the chosen period if it is not among `VALIDITIES`. */
export function ValidityChoice({ chosen, none, fault, onChoose }: Props) {
  const { t, format } = useTexts();
  const offered = [...new Set([...VALIDITIES, ...(chosen === null ? [] : [chosen])])].sort((a, b) => a - b);
  return (
    <SelectField<number | "">
      label={t.validity.name}
      hint={t.validity.hint}
      fault={fault}
      value={chosen ?? ""}
      options={[["", none], ...offered.map((seconds) => [seconds, format.exactSpan(seconds)] as const)]}
      onValue={(value) => onChoose(value === "" ? null : value)}
    />
  );
}
