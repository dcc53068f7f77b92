import { FairQueue } from "../platform/concurrency/fair-queue";
import { SECOND } from "../platform/time";
import { pauseAfterFailures } from "./failure-pause";
import { leasable } from "./hold";
import { type JobKey, keyText, type LeasedJob } from "./job";
import { LeasePauses } from "./lease-pauses";
import { releaseJobs } from "./leases.store";
import { Polls, untilTick } from "./polls";
import { readyKeys } from "./ready-keys.store";
import { type JobHandler, type LeasedRun, leaseRuns, type QueueDeps, runJobs } from "./run";
import type { Wakeups } from "./wakeups";

export interface Worker {
  /** Reports that a key may have due jobs. Without a key, polls for all keys with due jobs. */
  notify(key?: JobKey): void;
  /**
   * Polls for due jobs. Resolves once no job is running and no key is ready. Ready keys are ignored while a
   * hold covers all jobs of the kind, and after the worker was stopped.
   */
  idle(): Promise<void>;
  /** Stops leasing. Resolves once the runs in flight have ended. */
  stop(): Promise<void>;
}

/** Default interval between polls, in milliseconds. No kind of jobs has a longer interval. */
export const POLL_MS = SECOND;
/** Pause between polls, in multiples of the duration of the last poll. `LONGEST_PAUSE_MS` caps it. */
const POLL_SHARE = 20;
/** Longest pause after a slow poll, in milliseconds. Jobs without a notification wait for the next poll. */
const LONGEST_PAUSE_MS = 10 * SECOND;
/** Maximum keys per poll. The next poll continues after the last key. */
const KEYS_AT_ONCE = 1_000;
/** Default interval between leases of a notified key, in milliseconds. */
const LEASE_EVERY_MS = 50;

interface WorkerDeps extends QueueDeps {
  wakeups?: Pick<Wakeups, "subscribe">;
  /** Polls of the process, which its workers share. Without it, the worker polls by itself. */
  polls?: Polls;
}

export const startWorker = <P>(deps: WorkerDeps, handler: JobHandler<P>): Worker =>
  new QueueWorker(deps, handler);

class QueueWorker<P> implements Worker {
  /** Keys that may have due jobs. Accounts take turns, and so do the keys of an account. */
  private readonly ready = new FairQueue<JobKey>();
  private readonly running = new Map<string, number>();
  private readonly runs = new Set<Promise<void>>();
  private readonly pauses: LeasePauses;
  private readonly polls: Polls;
  private readonly stopping = new AbortController();
  private readonly untilIdle: (() => void)[] = [];
  private readonly untilStopped: (() => void)[] = [];
  private readonly unsubscribe: (() => void) | undefined;
  private isLeasing = false;
  private isPolling = false;
  private pollAgain = false;
  /** Last key of an incomplete poll; null after a complete one. */
  private polledUpTo: JobKey | null = null;
  private failures = 0;
  private nextPoll: NodeJS.Timeout | undefined;
  private rest: NodeJS.Timeout | null = null;

  constructor(
    private readonly deps: WorkerDeps,
    private readonly handler: JobHandler<P>,
  ) {
    this.polls = deps.polls ?? new Polls(deps.db);
    this.pauses = new LeasePauses(handler.leaseEveryMs ?? LEASE_EVERY_MS, (key) => {
      this.add(key);
      this.lease();
    });
    this.unsubscribe = deps.wakeups?.subscribe(handler.kind, (keys) => {
      if (!keys) return this.notify();
      for (const key of keys) this.notify(key);
    });
    this.poll();
  }

  notify(key?: JobKey): void {
    if (this.isStopped) return;
    if (!key) return this.poll();
    // While the operator holds all jobs, ignore the key: a poll after the release finds it.
    if (this.isHeld) return;
    if (this.handler.ignores?.(key) || this.pauses.defer(key)) return;
    this.add(key);
    this.lease();
  }

  idle(): Promise<void> {
    const idle = new Promise<void>((resolve) => this.untilIdle.push(resolve));
    this.poll();
    this.settle();
    return idle;
  }

  stop(): Promise<void> {
    this.unsubscribe?.();
    this.stopping.abort();
    this.pauses.stop();
    clearTimeout(this.nextPoll);
    if (this.rest) clearTimeout(this.rest);
    const ended = new Promise<void>((resolve) => this.untilStopped.push(resolve));
    this.settle();
    return ended.then(() => this.handler.close?.());
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Whether the operator holds all jobs of this kind. */
  private get isHeld(): boolean {
    return leasable(this.deps.hold, this.handler.kind) === null;
  }

  private add(key: JobKey): void {
    this.ready.add(key.accountId, key, key.key);
  }

  private runsOf(key: JobKey): number {
    return this.running.get(keyText(key)) ?? 0;
  }

  private lease(): void {
    if (this.isLeasing || this.isStopped || this.rest || this.isHeld) return;
    // After a failure, a poll must succeed first.
    if (this.failures > 0 && this.isPolling) return;
    const { concurrency, perKey } = this.handler;
    const limitOf = (key: JobKey) => (typeof perKey === "number" ? perKey : perKey(key));
    const keys = this.ready.take(concurrency - this.runs.size, (key) => this.runsOf(key) < limitOf(key));
    if (keys.length === 0) return;
    this.isLeasing = true;
    for (const key of keys) this.pauses.begin(key);
    void leaseRuns(this.deps, this.handler, keys)
      .then(
        (leased) => {
          this.failures = 0;
          return this.isStopped ? this.release(leased) : this.begin(leased);
        },
        (error: unknown) => {
          for (const key of keys) this.add(key);
          throw error;
        },
      )
      .catch((error: unknown) => this.restAfter(error))
      .finally(() => {
        this.isLeasing = false;
        this.lease();
        this.settle();
      });
  }

  private async release(leased: readonly LeasedRun<P>[]): Promise<void> {
    const { db, clock } = this.deps;
    const released = { dueAt: clock.now(), counted: "not-begun" } as const;
    const jobs = leased.flatMap((one) => one.jobs);
    await releaseJobs(
      db,
      jobs.map((job) => ({ job, ...released })),
    );
  }

  private begin(leased: readonly LeasedRun<P>[]): void {
    for (const { key, jobs, more } of leased) {
      if (jobs.length > 0) this.run(key, jobs);
      if (more) this.add(key);
    }
  }

  private run(key: JobKey, jobs: readonly LeasedJob<P>[]): void {
    const name = keyText(key);
    this.running.set(name, this.runsOf(key) + 1);
    const run = runJobs(this.deps, this.handler, jobs, this.stopping.signal).finally(() => {
      this.runs.delete(run);
      if (this.runsOf(key) === 1) this.running.delete(name);
      else this.running.set(name, this.runsOf(key) - 1);
      this.lease();
      this.settle();
    });
    this.runs.add(run);
  }

  /** Finds keys with due jobs, for jobs that became due without a notification. */
  private poll(): void {
    if (this.isPolling) this.pollAgain = true;
    if (this.isPolling || this.isStopped || this.rest) return;
    const { kind, pollMs = POLL_MS } = this.handler;
    this.isPolling = true;
    this.pollAgain = false;
    clearTimeout(this.nextPoll);
    const allowed = leasable(this.deps.hold, kind);
    const options = { after: this.polledUpTo, limit: KEYS_AT_ONCE, ...allowed };
    let pauseMs = pollMs;
    void (
      allowed === null
        ? Promise.resolve({ keys: [], durationMs: 0 })
        : this.polls.readyKeys(kind, this.deps.clock.now(), options)
    )
      .then(({ keys, durationMs }) => {
        this.failures = 0;
        this.polledUpTo = keys.length === KEYS_AT_ONCE ? (keys.at(-1) ?? null) : null;
        pauseMs = Math.max(pollMs, Math.min(durationMs * POLL_SHARE, LONGEST_PAUSE_MS));
        for (const key of keys) this.addPolled(key);
      })
      .catch((error: unknown) => this.restAfter(error))
      .finally(() => {
        this.isPolling = false;
        if (!this.isStopped) this.nextPoll = setTimeout(() => this.poll(), untilTick(pollMs, pauseMs));
        this.lease();
        const continues = this.polledUpTo !== null && this.ready.size === 0;
        if (!this.isStopped && (this.pollAgain || continues)) this.poll();
        this.settle();
      });
  }

  private addPolled(key: JobKey): void {
    if (!this.handler.ignores?.(key) && !this.pauses.isDeferred(key)) this.add(key);
  }

  /** Pauses the worker after a database failure. Notifications do not end the pause. */
  private restAfter(error: unknown): void {
    this.deps.log.error({ err: error, kind: this.handler.kind }, "failed to lease jobs");
    const ms = pauseAfterFailures(++this.failures);
    if (this.isStopped) return;
    if (this.rest) clearTimeout(this.rest);
    this.rest = setTimeout(() => {
      this.rest = null;
      this.poll();
    }, ms);
  }

  /**
   * Does nothing while a run, a lease or a poll is in flight. If the worker is stopped, resolves the promises
   * of `stop` and `idle`. Otherwise resolves the promises of `idle`, unless the worker pauses after a failure
   * or will lease a ready or deferred key.
   */
  private settle(): void {
    if (this.runs.size > 0 || this.isLeasing || this.isPolling) return;
    if (this.isStopped) for (const resolve of this.untilStopped.splice(0)) resolve();
    const hasKeys = this.ready.size > 0 || this.pauses.hasDeferred;
    const isIdle = (!hasKeys || this.isHeld) && !this.rest;
    if (this.isStopped || isIdle) for (const resolve of this.untilIdle.splice(0)) resolve();
  }
}

/** Leases jobs of the keys and runs them, without a worker. Returns whether any job ran. */
async function runOnce<P>(
  deps: QueueDeps,
  handler: JobHandler<P>,
  keys: readonly JobKey[],
): Promise<boolean> {
  const leased = keys.length === 0 ? [] : await leaseRuns(deps, handler, keys);
  const runs = leased.filter(({ jobs }) => jobs.length > 0);
  const { signal } = new AbortController();
  await Promise.all(runs.map(({ jobs }) => runJobs(deps, handler, jobs, signal)));
  return runs.length > 0;
}

/**
 * Runs jobs of a kind until none can be leased. Returns whether any job ran. For callers without a worker.
 */
export async function workOff<P>(deps: QueueDeps, handler: JobHandler<P>): Promise<boolean> {
  let any = false;
  for (let after: JobKey | null = null; ;) {
    const allowed = leasable(deps.hold, handler.kind);
    if (allowed === null) return any;
    const options = { after, limit: KEYS_AT_ONCE, ...allowed };
    const ready = await readyKeys(deps.db, handler.kind, deps.clock.now(), options);
    const keys = ready.filter((key) => !handler.ignores?.(key)).slice(0, handler.concurrency);
    const hasRun = await runOnce(deps, handler, keys);
    // If no job was leased, continue after these keys: the jobs of later keys may not be leased yet.
    const tried = keys.length === handler.concurrency ? keys : ready;
    after = hasRun ? null : (tried.at(-1) ?? null);
    any ||= hasRun;
    if (!hasRun && after === null) return any;
  }
}

/** Leases and runs due jobs of one key once, for callers without a worker. Returns whether any job ran. */
export const runKey = <P>(deps: QueueDeps, handler: JobHandler<P>, key: JobKey): Promise<boolean> =>
  runOnce(deps, handler, [key]);
