import type { Knex } from "knex";
import { type FieldProblem, Problem, serviceUnavailable, validationFailed } from "../../problem";
import { type Db, type Dialect, dialectOf } from "../dialect";
import { FairSemaphore } from "../../concurrency/fair-semaphore";
import { type SliceSizes, SLICES } from "./slices";
import { OVERRUN } from "./sqlite-reader";

// Long reads: those whose cost grows with what an account has. They have connections of their own, so that they hold up
// nothing else, and go in steps, between which other accounts have their turns.

/** Whose read it is, and how long somebody waits for it. */
export interface Reader {
  accountId: string;
  signal: AbortSignal;
}

/** A long read under way. */
export interface LongRead {
  dialect: Dialect;
  slices: SliceSizes;
  /** Milliseconds that only ever rise. */
  stopwatch(): number;
  /** Does a part of it, in the account's turn. No part may take long by itself. */
  step<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** Does a long read of one request within the time that it may take. */
export type Reading = <T>(work: (read: LongRead) => Promise<T>) => Promise<T>;

export interface LongReads {
  /** The reads of a request. Where one takes too long it is 400, with what the caller can ask for instead. */
  of(reader: Reader, tooLong: FieldProblem): Reading;
  /** Ends what is under way and waits; 503. */
  stop(): Promise<void>;
}

export interface LongReadOptions {
  /** For long reads alone. */
  db: Knex;
  /** Its connections. */
  connections: number;
  /** How long the statements of one read may take together, in milliseconds. */
  budgetMs?: number;
  /** How many reads of one account go on at once, and how many more may wait. */
  perAccount?: number;
  waiting?: number;
  slices?: SliceSizes;
  /** Milliseconds that only ever rise. */
  stopwatch?: () => number;
}

export const BUDGET_MS = 5_000;
export const PER_ACCOUNT = 2;
const WAITING = 100;

const tooMany = (most: number) => () =>
  new Problem(429, "rate_limited", `More than ${most} long searches wait: send them one by one`, undefined, {
    "Retry-After": "1",
  });

export function longReads({
  db,
  connections,
  budgetMs = BUDGET_MS,
  perAccount = PER_ACCOUNT,
  waiting = WAITING,
  slices = SLICES[dialectOf(db)],
  stopwatch = () => performance.now(),
}: LongReadOptions): LongReads {
  const admission = new FairSemaphore({
    ...{ total: Infinity, perGroup: perAccount, waiting },
    refusal: tooMany(waiting),
  });
  // No account has all connections at once, where there are several.
  const turns = new FairSemaphore({
    ...{ total: connections, perGroup: Math.max(1, connections - 1) },
    refusal: tooMany(Infinity),
  });
  const underWay = new Set<AbortController>();
  const dialect = dialectOf(db);
  let stopped = false;

  /** A part of a read, with what is left of its time. */
  async function within<T>(ms: number, work: (db: Db) => Promise<T>): Promise<T> {
    if (dialect === "sqlite") return work(db);
    return db.transaction(
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
        underWay.add(controller);
        const refusal = () =>
          validationFailed(`This takes longer than ${budgetMs / 1000} s`, [{ field, message }]);
        let spent = 0;
        const step: LongRead["step"] = (part) =>
          turns.run(
            accountId,
            async () => {
              if (spent >= budgetMs) throw refusal();
              const begun = stopwatch();
              try {
                return await within(budgetMs - spent, part);
              } catch (error) {
                throw isOutOfTime(error) ? refusal() : error;
              } finally {
                spent += stopwatch() - begun;
              }
            },
            controller.signal,
          );
        try {
          return await admission.run(
            accountId,
            () => work({ dialect, slices, stopwatch, step }),
            controller.signal,
          );
        } finally {
          underWay.delete(controller);
          signal.removeEventListener("abort", leave);
        }
      },

    async stop() {
      stopped = true;
      for (const controller of underWay) controller.abort(stopping());
      await db.destroy();
    },
  };
}

const stopping = () => serviceUnavailable("The service is stopping");

/** PostgreSQL cancels a statement that is out of time (57014). */
const isOutOfTime = (error: unknown) =>
  [OVERRUN, "57014"].includes((error as { code?: unknown } | null)?.code as string);
