import { useTexts } from "../texts/language";
import { Sparkline } from "./sparkline";

interface Props {
  name: string;
  value: string;
  /** List with the counted resources. */
  href: string;
  hint?: string;
  isBad?: boolean;
  /** Length of the period in days, for the words of the comparison. */
  days?: number;
  /** Relative change against the period before; null if there was nothing before. */
  change?: number | null;
  /** Change of a rate in fractions of 1, shown in percentage points. */
  points?: number | null;
  values?: readonly number[];
}

export function Figure({ name, value, href, hint, isBad, days = 0, change, points, values = [] }: Props) {
  const { t, format } = useTexts();
  const comparison =
    change !== undefined && change !== null
      ? format.change(change)
      : points !== undefined && points !== null
        ? t.overview.points(format.points(points))
        : null;
  return (
    <div class={`card figure ${isBad ? "bad" : ""}`}>
      <dt>
        <a href={href}>{name}</a>
      </dt>
      <dd class={`value ${isBad ? "refusal" : ""}`}>{value}</dd>
      {comparison !== null && (
        <dd class="hint">{t.overview.compared[days === 1 ? "day" : "days"](comparison, days)}</dd>
      )}
      {hint && <dd class="hint">{hint}</dd>}
      <dd aria-hidden="true" class="mt-auto">
        <Sparkline values={values} />
      </dd>
    </div>
  );
}
