/** Returns the median; the mean of the two middle values for an even count. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/**
 * Returns the smallest value that a `share` (0 to 1) of all values do not exceed (nearest rank). NaN without
 * values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? NaN;
}

/**
 * One turn of each side. They follow each other directly, so that a disturbance of the machine affects both.
 */
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

/**
 * Returns the median of the pairs' ratios with their extremes, and the medians of both sides for orientation.
 */
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
 * Returns the exponent of the time's growth with the size: the slope of a straight line through the
 * logarithms (least squares). 1 is proportional. NaN for fewer than two sizes.
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

/** Returns milliseconds since 1970 with fractions, comparable between processes of one machine. */
export const now = () => performance.timeOrigin + performance.now();
