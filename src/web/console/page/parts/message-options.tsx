import { ChevronRight } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import type { Purpose } from "../../../../client";
import { optionsOf, SelectField } from "./form";
import { limits } from "../../../../../generated/server/values";

interface Props {
  /**
   * Whether any option is set. The section opens at first if this is true, and when it becomes true. The user
   * can close the section.
   */
  isSet: boolean;
  children: ComponentChildren;
}

/** Shows rarely used fields of a form behind a heading that opens them. */
export function MoreOptions({ isSet, children }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(isSet);
  useEffect(() => {
    if (isSet) setOpen(true);
  }, [isSet]);
  return (
    <details class="more-options" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={14} />
        {t.options.more}
      </summary>
      {children}
    </details>
  );
}

interface PurposeProps {
  chosen: Purpose;
  fault: string | null;
  onChoose(purpose: Purpose): void;
}

export function PurposeChoice({ chosen, fault, onChoose }: PurposeProps) {
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

/** Offered validity periods, in seconds. */
const VALIDITIES: readonly number[] = [10 * 60, 3_600, 4 * 3_600, 24 * 3_600, limits.ValiditySeconds.maximum];

interface ValidityProps {
  /** Validity in seconds; null for none. */
  chosen: number | null;
  /** Text of the option without a validity. */
  none: string;
  fault: string | null;
  onChoose(seconds: number | null): void;
}

/** Offers validity periods of a message. Also offers the chosen period if it is not among `VALIDITIES`. */
export function ValidityChoice({ chosen, none, fault, onChoose }: ValidityProps) {
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
