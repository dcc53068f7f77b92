import { WriteBatcher } from "../platform/concurrency/write-batcher";
import type { Db } from "../platform/db/dialect";
import { isDatabaseAway, isOfOneStatement } from "../platform/db/errors";
import { queriesPerTrip, runQueries, runQuery } from "../platform/db/statement-batch";
import type { JobKey, JobKind } from "./job";
import { type ReadyKeysOptions, readyKeysQuery } from "./ready-keys.store";
import type { Instant } from "../platform/time";

/**
 * Time that a poll waits for polls of other kinds in a process that shares polls, in milliseconds. Covers the
 * jitter of their timers.
 */
export const GATHER_MS = 5;
/** Maximum expected duration of a statement that several polls share, in milliseconds. */
const SHARED_MS = 48;

interface Poll extends ReadyKeysOptions {
  kind: JobKind;
  now: Instant;
}

interface Polled {
  keys: JobKey[];
  /** Duration of the poll, in milliseconds: its equal part of the statement's duration. */
  durationMs: number;
}

// Polls are due at multiples of their intervals, so that the polls of a process can share a statement.

/** Returns the index of the multiple of `everyMs` that is nearest to the time `waitMs` from now. */
export const nearestTick = (everyMs: number, waitMs = 0): number =>
  Math.round((performance.now() + waitMs) / everyMs);

/** Returns the delay of a timer that fires at the multiple of `everyMs` nearest to `waitMs` from now. */
export const untilTick = (everyMs: number, waitMs = everyMs): number =>
  nearestTick(everyMs, waitMs) * everyMs - performance.now();

/**
 * Polls of a process for keys with due jobs. On PostgreSQL, simultaneous polls share a statement. A poll that
 * took long runs alone, so that it does not slow down other kinds. On SQLite, each poll runs in a separate
 * turn of the event loop.
 */
export class Polls {
  private readonly batcher: WriteBatcher<Poll, Polled>;
  private readonly lastDurations = new Map<JobKind, number>();

  constructor(
    private readonly db: Db,
    { gatherMs = 0 } = {},
  ) {
    const concurrency = queriesPerTrip(db);
    this.batcher = new WriteBatcher({
      max: SHARED_MS,
      weightOf: ({ kind }) => Math.max(this.lastDurations.get(kind) ?? 0, SHARED_MS / concurrency),
      gatherMs,
      concurrency,
      mayBeOneItems: (error) => isOfOneStatement(error) || !isDatabaseAway(error),
      write: (polls) => this.run(polls),
    });
  }

  /** Returns the next keys of a kind with jobs that are due at `now`. */
  readyKeys(kind: JobKind, now: Instant, options: ReadyKeysOptions): Promise<Polled> {
    return this.batcher.add({ kind, now, ...options });
  }

  private async run(polls: readonly Poll[]): Promise<Polled[]> {
    const began = performance.now();
    const queries = polls.map(({ kind, now, ...options }) => readyKeysQuery(this.db, kind, now, options));
    const [first, ...more] = queries;
    const isAlone = first !== undefined && more.length === 0;
    let durationMs = SHARED_MS;
    try {
      const found = isAlone ? [await runQuery(this.db, first)] : await runQueries(this.db, queries);
      durationMs = (performance.now() - began) / polls.length;
      return found.map((keys) => ({ keys, durationMs }));
    } finally {
      // After a failure, the next poll of each kind runs alone, because one kind may exceed the limits.
      for (const { kind } of polls) this.lastDurations.set(kind, durationMs);
    }
  }
}
