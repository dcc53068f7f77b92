import type { Knex } from "knex";
import {
  type FieldProblem,
  type Problem,
  rateLimited,
  serviceUnavailable,
  unprocessable,
} from "../../problem";
import { type Db, type Dialect, dialectOf } from "../dialect";
import { FairSemaphore } from "../../concurrency/fair-semaphore";
import { OVERRUN } from "./sqlite-reader";

/** Rows per step. The size starts with `first` and adapts to the duration of the steps. */
interface SliceSizes {
  first: number;
  max: number;
  /** Target duration of a step, in milliseconds. */
  aim: number;
}

const MIN_SIZE = 50;

/** Step sizes by database. SQLite's steps are shorter, because one thread serves all long reads. */
const SLICES: Readonly<Record<Dialect, SliceSizes>> = {
  sqlite: { first: 1_000, max: 10_000, aim: 30 },
  postgres: { first: 1_000, max: 20_000, aim: 100 },
};

export function nextSize(size: number, tookMs: number, { max, aim }: SliceSizes): number {
  const fitting = Math.round(size * (aim / Math.max(tookMs, 0.1)));
  return Math.max(Math.min(MIN_SIZE, max), Math.min(fitting, 4 * size, max));
}

// The cost of a long read grows with the account's data. Long reads use separate connections, so other work
// does not wait for long reads. A long read runs in steps, and accounts take turns between steps.

interface Reader {
  accountId: string;
  signal: AbortSignal;
}

export interface LongRead {
  dialect: Dialect;
  slices: SliceSizes;
  /** Maximum number of rows that a list examines one by one. */
  maxExamined: number;
  /** Returns milliseconds of a monotonic clock. */
  stopwatch(): number;
  /** Returns the 422 error with the reason as its message and the problem `tooLong`. */
  refusal(reason: string): Problem;
  /** Runs one short part of the read when it is the account's turn. */
  step<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

export type Reading = <T>(work: (read: LongRead) => Promise<T>) => Promise<T>;

export interface LongReads {
  /** Returns the runner for a request's reads. A read over budget throws 422 with the problem `tooLong`. */
  of(reader: Reader, tooLong: FieldProblem): Reading;
  /** Aborts the running reads with 503 and closes the connections. */
  stop(): Promise<void>;
}

export interface LongReadOptions {
  /** Connection pool for long reads only. */
  db: Knex;
  connections: number;
  /** Maximum total time of a read's statements, in milliseconds. */
  budgetMs?: number;
  /** Maximum running reads and maximum waiting reads per account. */
  perAccount?: number;
  waiting?: number;
  slices?: SliceSizes;
  maxExamined?: number;
  /** Pool that repeats a step whose error `isNeededAfter` accepts, and that runs the rest of the read. */
  fallback?: { db: Knex; isNeededAfter(error: unknown): boolean };
  /** Returns milliseconds of a monotonic clock. */
  stopwatch?: () => number;
}

export const BUDGET_MS = 5_000;
export const PER_ACCOUNT = 2;
/** Default of `LongRead.maxExamined`. Examining that many rows takes a few hundred milliseconds. */
export const MAX_EXAMINED = 100_000;
const WAITING = 100;

const tooMany = (max: number) => () =>
  rateLimited(`More than ${max} long searches are waiting: send them one at a time`);

export function longReads({
  db,
  connections,
  budgetMs = BUDGET_MS,
  perAccount = PER_ACCOUNT,
  waiting = WAITING,
  slices = SLICES[dialectOf(db)],
  maxExamined = MAX_EXAMINED,
  fallback,
  stopwatch = () => performance.now(),
}: LongReadOptions): LongReads {
  const admission = new FairSemaphore({
    total: Infinity,
    perGroup: perAccount,
    waiting,
    refusal: tooMany(waiting),
  });
  // An account may hold all connections but one, so that another account can read. If there is only one
  // connection, any account may hold it.
  const turns = new FairSemaphore({
    total: connections,
    perGroup: Math.max(1, connections - 1),
    refusal: tooMany(Infinity),
  });
  const running = new Set<AbortController>();
  const dialect = dialectOf(db);
  let stopped = false;

  /**
   * Runs a part of a read. On PostgreSQL, a statement may last at most `ms`. On SQLite, `ms` is unused,
   * because the reader limits each statement itself.
   */
  async function within<T>(pool: Knex, ms: number, work: (db: Db) => Promise<T>): Promise<T> {
    if (dialect === "sqlite") return work(pool);
    return pool.transaction(
      async (trx) => {
        await trx.raw(`set local statement_timeout = ${Math.max(1, Math.ceil(ms))}`);
        return work(trx);
      },
      { readOnly: true },
    );
  }

  return {
    of:
      ({ accountId, signal }, { field, message }) =>
      async (work) => {
        const controller = new AbortController();
        const leave = () => controller.abort(signal.reason);
        if (stopped) throw stopping();
        if (signal.aborted) leave();
        signal.addEventListener("abort", leave, { once: true });
        running.add(controller);
        const refusal = (reason: string) => unprocessable(reason, [{ field, message }]);
        const overBudget = () => refusal(`This takes longer than ${budgetMs / 1000} s`);
        let pool = db;
        let spent = 0;
        const step: LongRead["step"] = (part) =>
          turns.run(
            accountId,
            async () => {
              if (spent >= budgetMs) throw overBudget();
              let begun = stopwatch();
              const attempt = () => within(pool, budgetMs - spent, part);
              try {
                return await attempt().catch((error: unknown) => {
                  if (fallback === undefined || pool === fallback.db) throw error;
                  if (!fallback.isNeededAfter(error)) throw error;
                  pool = fallback.db;
                  // The failed attempt does not count against the budget. After a timeout, earlier steps do
                  // not count either.
                  if (isOutOfTime(error)) spent = 0;
                  begun = stopwatch();
                  return attempt();
                });
              } catch (error) {
                throw isOutOfTime(error) ? overBudget() : error;
              } finally {
                spent += stopwatch() - begun;
              }
            },
            controller.signal,
          );
        try {
          return await admission.run(
            accountId,
            () => work({ dialect, slices, maxExamined, stopwatch, refusal, step }),
            controller.signal,
          );
        } finally {
          running.delete(controller);
          signal.removeEventListener("abort", leave);
        }
      },

    async stop() {
      stopped = true;
      for (const controller of running) controller.abort(stopping());
      await db.destroy();
    },
  };
}

const stopping = () => serviceUnavailable("The service is stopping");

/** Returns whether a statement exceeded its timeout. PostgreSQL then cancels the statement with 57014. */
const isOutOfTime = (error: unknown) =>
  [OVERRUN, "57014"].includes((error as { code?: unknown } | null)?.code as string);
