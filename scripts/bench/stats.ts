/** Returns the median. For an even count, the mean of the two middle values. NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** Returns a percentile by nearest rank. `share` is from 0 to 1. NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = Math.ceil(share * sorted.length);
  return sorted[Math.min(Math.max(rank, 1), sorted.length) - 1] ?? NaN;
}

export const tailOf = (values: readonly number[]) => ({
  p50: percentile(values, 0.5),
  p99: percentile(values, 0.99),
});

export const spreadOf = (values: readonly number[]) => ({
  ...tailOf(values),
  p95: percentile(values, 0.95),
});

/** Results of two consecutive turns. A disturbance of the machine affects both turns. */
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

/** Returns the median and the extremes of the pairs' ratios, and the median of each side. */
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

/** Returns the growth exponent of time by size (1 is linear), by a least-squares fit of the logarithms. */
export function growthExponent(points: readonly { n: number; seconds: number }[]): number {
  const xs = points.map(({ n }) => Math.log(n));
  const ys = points.map(({ seconds }) => Math.log(seconds));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const shared = xs.reduce((sum, x, index) => sum + (x - meanX) * ((ys[index] as number) - meanY), 0);
  return spread === 0 ? NaN : shared / spread;
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

/** Does the work for each index below `count` in parallel lanes. A free lane takes the next index. */
export async function inLanes<L>(
  lanes: readonly L[],
  count: number,
  work: (index: number, lane: L) => Promise<void>,
): Promise<void> {
  let next = 0;
  const run = async (lane: L) => {
    while (next < count) await work(next++, lane);
  };
  await Promise.all(lanes.map(run));
}

/** Makes `count` rows and passes them to `insert` in chunks, one after another. */
export async function inChunks<T>(
  count: number,
  rowOf: (index: number) => T,
  insert: (rows: T[], start: number) => Promise<unknown>,
  size = 5_000,
): Promise<void> {
  for (let start = 0; start < count; start += size) {
    const length = Math.min(size, count - start);
    const rows = Array.from({ length }, (_, offset) => rowOf(start + offset));
    await insert(rows, start);
  }
}

/** Returns milliseconds since 1970 with fractions. Processes of one machine can compare them. */
export const now = () => performance.timeOrigin + performance.now();
