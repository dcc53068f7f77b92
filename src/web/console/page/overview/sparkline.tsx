const [WIDTH, HEIGHT] = [96, 24];

interface Props {
  /** Values in order of time; null for a missing value. */
  values: readonly (number | null)[];
  /** Number of values that fill the whole width. With fewer values, the line ends earlier. */
  slots: number;
}

/**
 * Draws a small line without axes. Draws nothing if all values are equal, or fewer than two are positive.
 * Screen readers skip it, because the chart and its table have the numbers.
 */
export function Sparkline({ values, slots }: Props) {
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
