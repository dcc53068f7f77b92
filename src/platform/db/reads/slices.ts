import type { Dialect } from "../dialect";

/** How much a step reads: from the first guess on, as much as takes the time that one step should. */
export interface SliceSizes {
  first: number;
  most: number;
  /** Milliseconds. */
  aim: number;
}

const LEAST = 50;

/** SQLite has one thread for all long reads; on PostgreSQL each step has a round trip or two of its own. */
export const SLICES: Readonly<Record<Dialect, SliceSizes>> = {
  sqlite: { first: 1_000, most: 10_000, aim: 30 },
  postgres: { first: 1_000, most: 20_000, aim: 100 },
};

/** How much the next step reads, when the last one took so long. */
export function nextSize(size: number, tookMs: number, { most, aim }: SliceSizes): number {
  const fitting = Math.round(size * (aim / Math.max(tookMs, 0.1)));
  return Math.max(Math.min(LEAST, most), Math.min(fitting, 4 * size, most));
}
