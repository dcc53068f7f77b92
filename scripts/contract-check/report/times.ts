import type { Coverage, OperationCoverage } from "../coverage";

/** How long answers took, in milliseconds. */
export interface Spread {
  n: number;
  p50: number;
  p95: number;
  max: number;
}

/** By nearest rank: each figure is a time that was measured. Null without any. */
export function spreadOf(times: readonly number[]): Spread | null {
  if (times.length === 0) return null;
  const sorted = [...times].sort((a, b) => a - b);
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  return { n: sorted.length, p50: rank(0.5), p95: rank(0.95), max: rank(1) };
}

const timesOf = ({ cells }: OperationCoverage) => cells.flatMap(({ times }) => times);

export interface OperationTimes {
  id: string;
  all: Spread;
  /** Of the answers with 2xx: a refusal is often quicker than the work. */
  succeeded: Spread | null;
}

/** The operations that answered, the slowest by p95 first. */
export function slowestFirst({ operations }: Coverage): readonly OperationTimes[] {
  return operations
    .flatMap((one) => {
      const all = spreadOf(timesOf(one));
      const good = one.cells.filter(({ status }) => status < 300).flatMap(({ times }) => times);
      return all === null ? [] : [{ id: one.operation.id, all, succeeded: spreadOf(good) }];
    })
    .sort((a, b) => b.all.p95 - a.all.p95);
}

/** What the figures are of, in words. */
export const TIMES_NOTE =
  "from the sending of a request to the last byte of its answer, between the check and the service, Prism not included";

/** Milliseconds with as many digits as mean something. */
export const ms = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
