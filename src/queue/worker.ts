import { SECOND } from "../platform/time";
import { type JobKey, keyText, type LeasedJob } from "./job";
import { readyKeys } from "./ready-keys.store";
import { releaseJobs } from "./leases.store";
import { FairQueue } from "../platform/concurrency/fair-queue";
import { BatchDelay } from "./batch-delay";
import { type JobHandler, leaseRuns, type QueueParts, runJobs } from "./run";
import type { Wakeups } from "./wakeups";

export interface Worker {
  /** Notifies the worker of possible work: of this key, or of any key. */
  notify(key?: JobKey): void;
  /** Resolves once no job runs and the queue has no due job. */
  idle(): Promise<void>;
  /** Leases no more jobs, and resolves when the running jobs have ended. */
  stop(): Promise<void>;
}

const POLL_MS = SECOND;
/**
 * Ratio of the pause to the duration of a poll, so polling uses at most a twentieth of the time, however many
 * keys there are.
 */
const POLL_SHARE = 20;
/** Maximum keys per poll; the next poll continues after them. */
const KEYS_AT_ONCE = 1_000;
/**
 * First and longest pause of a worker after database errors, in milliseconds. The growing pause protects a
 * database that is unreachable or full; the limit keeps the delay short once it is back.
 */
const FIRST_REST_MS = SECOND;
const LONGEST_REST_MS = 15 * SECOND;

/** Runs the jobs of one kind in the background until stopped. */
export function startWorker<P>(
  parts: QueueParts & { wakeups?: Pick<Wakeups, "subscribe"> },
  handler: JobHandler<P>,
): Worker {
  const { db, clock, log, wakeups } = parts;
  const { kind, concurrency, perKey, lingerMs = 0, pollMs = POLL_MS } = handler;
  /** Keys that may have due jobs. Accounts take turns, and so do the keys of an account. */
  const ready = new FairQueue<JobKey>();
  const add = (key: JobKey) => ready.add(key.accountId, key, key.key);
  const running = new Map<string, number>();
  const runs = new Set<Promise<void>>();
  /** Keys that were notified while they were being leased: the lease may not have seen their new jobs. */
  const named = new Set<string>();
  const stopping = new AbortController();
  const stopped = () => stopping.signal.aborted;
  let taking = false;
  let looking = false;
  let lookAgain = false;
  let behind: JobKey | null = null;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | null = null;
  const untilIdle: (() => void)[] = [];
  const untilStopped: (() => void)[] = [];

  const has = (key: JobKey) => running.get(keyText(key)) ?? 0;
  const mayRun = (key: JobKey) => has(key) < (typeof perKey === "number" ? perKey : perKey(key));
  const still = () => runs.size === 0 && !taking && !looking;
  /** Resolves the waiting promises if nothing is in flight. */
  const report = () => {
    if (!still()) return;
    if (stopped()) for (const resolve of untilStopped.splice(0)) resolve();
    if (stopped() || (ready.size === 0 && !rest)) for (const resolve of untilIdle.splice(0)) resolve();
  };

  /**
   * Pauses after a database error. Wake-ups do not end the pause, because they continue while the database
   * fails.
   */
  const failed = (error: unknown) => {
    log.error({ err: error, kind }, "the queue cannot be worked on");
    const ms = Math.min(FIRST_REST_MS * 2 ** failures++, LONGEST_REST_MS);
    if (stopped()) return;
    if (rest) clearTimeout(rest);
    rest = setTimeout(() => {
      rest = null;
      look();
    }, ms);
  };

  const begin = (key: JobKey, jobs: readonly LeasedJob<P>[]) => {
    const name = keyText(key);
    running.set(name, has(key) + 1);
    const run = runJobs(parts, handler, jobs, stopping.signal).finally(() => {
      runs.delete(run);
      if (has(key) === 1) running.delete(name);
      else running.set(name, has(key) - 1);
      take();
      report();
    });
    runs.add(run);
  };

  /** Leases jobs for the free slots and starts them. */
  const take = () => {
    if (taking || stopped() || rest) return;
    const keys = ready.take(concurrency - runs.size, mayRun);
    if (keys.length === 0) return;
    taking = true;
    named.clear();
    void leaseRuns(parts, handler, keys)
      .then(
        async (leased) => {
          failures = 0;
          if (stopped()) {
            const jobs = leased.flatMap((one) => one.jobs);
            const back = { dueAt: clock.now(), counted: "not-begun" } as const;
            await releaseJobs(
              db,
              jobs.map((job) => ({ job, ...back })),
            );
            return;
          }
          for (const { key, jobs, more } of leased) {
            const again = named.has(keyText(key));
            if (jobs.length > 0) {
              lingering.served(key);
              begin(key, jobs);
            } else lingering.wait(key, { named: again });
            if (!lingering.has(key) && (more || again)) add(key);
          }
        },
        (error: unknown) => {
          for (const key of keys) add(key);
          throw error;
        },
      )
      .catch(failed)
      .finally(() => {
        taking = false;
        take();
        report();
      });
  };

  /** Polls for keys with due jobs. */
  const look = () => {
    if (looking) lookAgain = true;
    if (looking || stopped() || rest) return;
    looking = true;
    lookAgain = false;
    clearTimeout(timer);
    const began = performance.now();
    void readyKeys(db, kind, clock.now() + lingerMs, { after: behind, limit: KEYS_AT_ONCE })
      .then((keys) => {
        failures = 0;
        const last = keys.at(-1);
        behind = keys.length === KEYS_AT_ONCE && last ? last : null;
        for (const key of keys) if (!handler.ignores?.(key) && !lingering.has(key)) add(key);
      })
      .catch(failed)
      .finally(() => {
        looking = false;
        const again = Math.max(pollMs, (performance.now() - began) * POLL_SHARE);
        if (!stopped()) timer = setTimeout(look, again);
        take();
        if (!stopped() && (lookAgain || (behind !== null && ready.size === 0))) look();
        report();
      });
  };

  const notify = (key?: JobKey) => {
    if (stopped()) return;
    if (!key) return look();
    if (handler.ignores?.(key)) return;
    if (lingering.has(key)) return lingering.hurry(key);
    if (taking) named.add(keyText(key));
    add(key);
    take();
  };
  const lingering = new BatchDelay(lingerMs, (key) => {
    add(key);
    take();
  });
  const unsubscribe = wakeups?.subscribe(kind, (keys) => {
    if (!keys) return notify();
    for (const key of keys) notify(key);
  });
  look();

  return {
    notify,
    idle() {
      const idle = new Promise<void>((resolve) => untilIdle.push(resolve));
      look();
      report();
      return idle;
    },
    stop() {
      unsubscribe?.();
      stopping.abort();
      lingering.stop();
      clearTimeout(timer);
      if (rest) clearTimeout(rest);
      const ended = new Promise<void>((resolve) => untilStopped.push(resolve));
      report();
      return ended.then(() => handler.close?.());
    },
  };
}

/** Runs all jobs of a kind that are due now; returns whether there were any. For drains and tests. */
export async function workOff<P>(parts: QueueParts, handler: JobHandler<P>): Promise<boolean> {
  const stopping = new AbortController();
  let any = false;
  for (;;) {
    const until = parts.clock.now() + (handler.lingerMs ?? 0);
    const ready = await readyKeys(parts.db, handler.kind, until, { limit: KEYS_AT_ONCE });
    const keys = ready.filter((key) => !handler.ignores?.(key)).slice(0, handler.concurrency);
    const leased = keys.length === 0 ? [] : await leaseRuns(parts, handler, keys);
    const runs = leased.filter(({ jobs }) => jobs.length > 0);
    if (runs.length === 0) return any;
    await Promise.all(runs.map(({ jobs }) => runJobs(parts, handler, jobs, stopping.signal)));
    any = true;
  }
}
