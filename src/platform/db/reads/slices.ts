import type { Dialect } from "../dialect";

/** Rows per step. The size starts with `first` and adapts to the duration of the steps. */
export interface SliceSizes {
  first: number;
  max: number;
  /** Target duration of a step, in milliseconds. */
  aim: number;
}

const MIN_SIZE = 50;

/** SQLite has one thread for all long reads, so its steps are shorter than PostgreSQL's. */
export const SLICES: Readonly<Record<Dialect, SliceSizes>> = {
  sqlite: { first: 1_000, max: 10_000, aim: 30 },
  postgres: { first: 1_000, max: 20_000, aim: 100 },
};

/** Returns the size of the next step. */
export function nextSize(size: number, tookMs: number, { max, aim }: SliceSizes): number {
  const fitting = Math.round(size * (aim / Math.max(tookMs, 0.1)));
  return Math.max(Math.min(MIN_SIZE, max), Math.min(fitting, 4 * size, max));
}
