import { AdaptiveLimit, type AdaptiveLimitBounds } from "../concurrency/adaptive-limit";
import { type Db, dialectOf } from "./dialect";

interface BatchBounds extends AdaptiveLimitBounds {
  targetMs: number;
}

/**
 * Bounds by database. SQLite's batches are smaller, because requests wait for each batch: its statements
 * block the process and its transaction has the only connection.
 */
const BOUNDS: Record<"sqlite" | "postgres", BatchBounds> = {
  sqlite: { first: 50, min: 25, max: 200, step: 25, targetMs: 10 },
  postgres: { first: 250, min: 100, max: 500, step: 50, targetMs: 100 },
};

/** Number of rows per transaction of a background deletion, adapted to the duration of its transactions. */
export class BatchSize {
  private readonly limit: AdaptiveLimit;
  private readonly targetMs: number;

  constructor(
    db: Db,
    private readonly now: () => number = () => performance.now(),
  ) {
    const { targetMs, ...bounds } = BOUNDS[dialectOf(db)];
    this.targetMs = targetMs;
    this.limit = new AdaptiveLimit(bounds);
  }

  get rows(): number {
    return Math.floor(this.limit.value);
  }

  /** Runs a batch inside its transaction, and adapts the size to the batch's duration. */
  async measure<T>(batch: () => Promise<T>): Promise<T> {
    const began = this.now();
    const result = await batch();
    if (this.now() - began > this.targetMs) this.limit.halve();
    else this.limit.increase();
    return result;
  }
}

export type MeasuredSize = Pick<BatchSize, "rows" | "measure">;

/**
 * Deletes rows in one transaction per batch. `deleteSome` deletes at most `limit` rows and returns their
 * number. Yields the number of rows after each transaction, and ends when a batch has fewer rows than its
 * limit.
 */
export async function* deleteInBatches(
  db: Db,
  size: MeasuredSize,
  deleteSome: (trx: Db, limit: number) => Promise<number>,
): AsyncGenerator<number> {
  for (;;) {
    const limit = size.rows;
    const rows = await db.transaction((trx) => size.measure(() => deleteSome(trx, limit)));
    if (rows > 0) yield rows;
    if (rows < limit) return;
  }
}
