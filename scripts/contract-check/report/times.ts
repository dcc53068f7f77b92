import type { Coverage, OperationCoverage } from "../coverage";

/** Distribution of durations, in milliseconds. */
export interface Spread {
  n: number;
  p50: number;
  p95: number;
  max: number;
}

/** Returns percentiles by nearest rank, so each is a measured duration; null without durations. */
export function spreadOf(times: readonly number[]): Spread | null {
  if (times.length === 0) return null;
  const sorted = [...times].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { n: sorted.length, p50: rank(0.5), p95: rank(0.95), max: rank(1) };
}

const timesOf = ({ cells }: OperationCoverage) => cells.flatMap(({ times }) => times);

interface OperationTimes {
  id: string;
  all: Spread;
  /** Times of 2xx responses only, because refusals are often faster. */
  succeeded: Spread | null;
}

/** Returns the operations with a response, slowest p95 first. */
export function slowestFirst({ operations }: Coverage): readonly OperationTimes[] {
  return operations
    .flatMap((one) => {
      const all = spreadOf(timesOf(one));
      const good = one.cells.filter(({ status }) => status < 300).flatMap(({ times }) => times);
      return all === null ? [] : [{ id: one.operation.id, all, succeeded: spreadOf(good) }];
    })
    .sort((a, b) => b.all.p95 - a.all.p95);
}

export const TIMES_NOTE =
  "from sending a request to the last byte of the response, between the check and the service, without Prism";

export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
