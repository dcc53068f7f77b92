import { useTexts } from "../texts/language";

const [WIDTH, HEIGHT] = [96, 24];

interface LineProps {
  /** Values in order of time; null for a missing value. */
  values: readonly (number | null)[];
  /** Number of values that fill the whole width. With fewer values, the line ends earlier. */
  slots: number;
}

/**
 * Draws a small line without axes. Draws nothing if all values are equal, or fewer than two are positive.
 * Screen readers skip it, because the chart and its table have the numbers.
 */
function Sparkline({ values, slots }: LineProps) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const max = Math.max(...known.map(({ value }) => value), 0);
  const isFlat = known.every(({ value }) => value === max);
  if (isFlat || known.filter(({ value }) => value > 0).length < 2) return null;
  const step = WIDTH / (slots - 1);
  const points = known.map(
    ({ value, index }) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 1.5 - (value / max) * (HEIGHT - 3)).toFixed(1)}`,
  );
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}

interface Props {
  name: string;
  value: string;
  /** Address of the page that lists the counted resources. */
  href: string;
  hint?: string | null;
  isBad?: boolean;
  /** Relative change since the previous period, such as 0.12; null if the earlier value is 0. */
  change?: number | null;
  /** Change of a rate since the previous period, as a fraction of 1; shown in percentage points. */
  points?: number | null;
  /** Values of the small line: one per hour or day that has begun; null for one without a value. */
  values?: readonly (number | null)[];
  /** Number of hours or days in the period, begun or not. Default: the number of `values`. */
  slots?: number;
}

export function Figure(props: Props) {
  const { name, value, href, hint, isBad, change = null, points = null, values = [], slots } = props;
  const { t, format } = useTexts();
  const comparison =
    change !== null
      ? format.change(change)
      : points !== null
        ? t.overview.points(format.points(points))
        : null;
  return (
    <div class={`card figure ${isBad ? "bad" : ""}`}>
      <dt>
        <a href={href}>{name}</a>
      </dt>
      <dd class={`value ${isBad ? "refusal" : ""}`}>{value}</dd>
      {comparison !== null && <dd class="change">{comparison}</dd>}
      {hint && <dd class="hint">{hint}</dd>}
      <dd aria-hidden="true" class="line-of">
        <Sparkline values={values} slots={slots ?? values.length} />
      </dd>
    </div>
  );
}
