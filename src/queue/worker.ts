import { SECOND } from "../platform/time";
import { type JobKey, keyText, type LeasedJob } from "./job";
import { readyKeys } from "./ready-keys.store";
import { releaseJobs } from "./leases.store";
import { FairQueue } from "../platform/concurrency/fair-queue";
import { BatchDelay } from "./batch-delay";
import { type JobHandler, leaseRuns, type QueueParts, runJobs } from "./run";
import type { Wakeups } from "./wakeups";

export interface Worker {
  /** There may be something to do: of this key, or of any. */
  notify(key?: JobKey): void;
  /** Resolves once nothing runs and a look at the queue finds nothing due. */
  idle(): Promise<void>;
  /** Takes up nothing more, and waits for what runs. */
  stop(): Promise<void>;
}

const POLL_MS = SECOND;
/** Looks without an occasion take up a twentieth of the time at most, however many keys there are. */
const POLL_SHARE = 20;
/** Keys that one look at the queue answers, at most; the next one goes on behind them. */
const KEYS_AT_ONCE = 1_000;
/**
 * How long a worker rests whose database fails, in milliseconds, and at most where it fails again and again: a database
 * that is away or has no room is not hammered, and nobody waits long once it is back.
 */
const FIRST_REST_MS = SECOND;
const LONGEST_REST_MS = 15 * SECOND;

/** Does the jobs of one kind in the background, until it is stopped. */
export function startWorker<P>(
  parts: QueueParts & { wakeups?: Pick<Wakeups, "subscribe"> },
  handler: JobHandler<P>,
): Worker {
  const { db, clock, log, wakeups } = parts;
  const { kind, concurrency, perKey, lingerMs = 0, pollMs = POLL_MS } = handler;
  /** Keys that may have due jobs: accounts take turns, and so do the keys of an account. */
  const ready = new FairQueue<JobKey>();
  const add = (key: JobKey) => ready.add(key.accountId, key, key.key);
  const running = new Map<string, number>();
  const runs = new Set<Promise<void>>();
  /** Keys that were named while they were being leased: what came with that may not have been seen. */
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
  /** Tells those who wait for it that nothing is under way. */
  const report = () => {
    if (!still()) return;
    if (stopped()) for (const resolve of untilStopped.splice(0)) resolve();
    if (stopped() || (ready.size === 0 && !rest)) for (const resolve of untilIdle.splice(0)) resolve();
  };

  /** Wake-ups do not end a rest: they go on while nothing can be done about them. */
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

  /** Leases for the places that are free, and begins what it gets. */
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

  /** Looks for keys that have something due. */
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

/** Does everything of a kind that is due now, once; true if there was anything. For drains and tests. */
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
