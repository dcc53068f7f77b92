/** The middle of some numbers; of an even count the mean of the two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** The least value that at least `share` (0 to 1) of all values do not exceed: nearest rank. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? NaN;
}

/** One turn of each, one right after the other: what disturbs the machine for a while disturbs both. */
export interface Pair {
  ours: number;
  floor: number;
}

export interface Comparison {
  ours: number;
  floor: number;
  ratio: number;
  min: number;
  max: number;
}

/** The median of the pairs' ratios with their extremes, and the medians of both sides for orientation. */
export function compare(pairs: readonly Pair[]): Comparison {
  const ratios = pairs.map(({ ours, floor }) => ours / floor);
  return {
    ours: median(pairs.map(({ ours }) => ours)),
    floor: median(pairs.map(({ floor }) => floor)),
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  };
}

/**
 * By which power of the size the time grows: the slope of a straight line through the logarithms (least squares). 1 is
 * proportional. NaN for fewer than two sizes.
 */
export function growthExponent(points: readonly { n: number; seconds: number }[]): number {
  const xs = points.map(({ n }) => Math.log(n));
  const ys = points.map(({ seconds }) => Math.log(seconds));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const shared = xs.reduce((sum, x, index) => sum + (x - meanX) * ((ys[index] as number) - meanY), 0);
  return spread === 0 ? NaN : shared / spread;
}

/** Milliseconds since 1970 with fractions, which processes of one machine can compare. */
export const now = () => performance.timeOrigin + performance.now();
