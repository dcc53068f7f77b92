const [WIDTH, HEIGHT] = [96, 24];

/** Small line of varying values, without axes. It is decoration: the chart and its table have the numbers. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const max = Math.max(...values, 0);
  const isFlat = values.every((value) => value === max);
  if (isFlat || values.filter((value) => value > 0).length < 2) return null;
  const step = WIDTH / (values.length - 1);
  const points = values.map(
    (value, index) =>
      `${(index * step).toFixed(1)},${(HEIGHT - 1.5 - (value / max) * (HEIGHT - 3)).toFixed(1)}`,
  );
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(" ")} />
    </svg>
  );
}
