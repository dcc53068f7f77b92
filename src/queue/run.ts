import type { Logger } from "pino";
import type { Db } from "../platform/db/dialect";
import { groupBy } from "../platform/group-by";
import type { Clock } from "../platform/time";
import { NO_SPAN, runInSpan } from "../platform/tracing/tracing";
import { type JobKey, type JobKind, keyText, type LeasedJob } from "./job";
import { type HoldView, leasable } from "./hold";
import { leaseJobs, releaseJobs, renewLeases, type LeaseRequest } from "./leases.store";

export interface QueueDeps {
  db: Db;
  clock: Clock;
  log: Logger;
  /** The operator's hold of the queue. Without it, all due jobs may run. */
  hold?: HoldView;
}

export interface RunContext {
  /**
   * Signal that is aborted at the deadline, or when a renewal finds that no lease of the run is held any
   * more.
   */
  signal: AbortSignal;
  /**
   * Signal that is aborted when the process stops. Long work should then release its jobs with their
   * progress.
   */
  stopping: AbortSignal;
}

export interface JobHandler<P = unknown> {
  kind: JobKind;
  /** Maximum concurrent runs in this process. */
  concurrency: number;
  perKey: number | ((key: JobKey) => number);
  /** Weight to lease for one run. The last leased job may exceed this weight. */
  weight: number;
  /** Length of a lease, in milliseconds. The lease is renewed during the run. */
  leaseMs: number;
  /** Maximum duration of a run, in milliseconds. A longer run counts as failed and loses its leases. */
  deadlineMs: number;
  /** Returns the backoff of a failed job, in milliseconds, from the number of earlier attempts. */
  pauseAfter(attempt: number): number;
  /** Returns the weight to lease for each key, instead of `weight`. Keys without a request are skipped. */
  leaseRequests?(keys: readonly JobKey[]): Promise<LeaseRequest[]>;
  /** Minimum interval between leases of a notified key, in milliseconds. Jobs of one interval share a run. */
  leaseEveryMs?: number;
  ignores?(key: JobKey): boolean;
  /** Polling interval for jobs that became due without a wake-up, in milliseconds. */
  pollMs?: number;
  /**
   * Runs jobs of one key, and settles or releases each job. If the run throws or misses its deadline, the
   * jobs that it still holds are retried after a backoff. If the run resolves, unsettled jobs stay leased and
   * are due again when their leases expire.
   */
  run(jobs: readonly LeasedJob<P>[], context: RunContext): Promise<void>;
  /** Releases resources that runs share, after the last run has ended. */
  close?(): Promise<void>;
}

const RENEWALS_PER_LEASE = 3;

export interface LeasedRun<P> {
  key: JobKey;
  /** Leased jobs. Empty if no job was due, another worker leased the jobs, or the jobs are held. */
  jobs: LeasedJob<P>[];
  /** Whether more jobs may be due. */
  more: boolean;
}

/** Leases the jobs of one run per key. Keys without a `LeaseRequest` are skipped. */
export async function leaseRuns<P>(
  { db, clock, hold }: QueueDeps,
  handler: JobHandler<P>,
  keys: readonly JobKey[],
): Promise<LeasedRun<P>[]> {
  const { kind, weight, leaseMs } = handler;
  const allowed = leasable(hold, kind);
  if (allowed === null) return keys.map((key) => ({ key, jobs: [], more: false }));
  const requests: readonly LeaseRequest[] =
    (await handler.leaseRequests?.(keys)) ?? keys.map(({ accountId, key }) => ({ accountId, key, weight }));
  const leased = await leaseJobs<P>(db, kind, requests, { now: clock.now(), leaseMs, ...allowed });
  const byKey = groupBy(leased, keyText);
  return requests.map((request) => {
    const jobs = byKey.get(keyText(request)) ?? [];
    const { accountId, key } = request;
    const more = jobs.reduce((sum, job) => sum + job.weight, 0) >= request.weight;
    return { key: { accountId, key }, jobs, more };
  });
}

/**
 * Runs a handler on leased jobs and renews the leases, until the handler ends or its deadline passes. If the
 * handler fails or hangs, releases its jobs for a retry, so it cannot settle them later. Never throws.
 */
export async function runJobs<P>(
  deps: QueueDeps,
  handler: JobHandler<P>,
  jobs: readonly LeasedJob<P>[],
  stopping: AbortSignal,
): Promise<void> {
  const { log } = deps;
  const [first] = jobs;
  const about = { kind: handler.kind, accountId: first?.accountId, key: first?.key, jobs: jobs.length };
  const cut = new AbortController();
  const heartbeat = startHeartbeat(deps, handler, jobs, cut);
  const deadline = passes(handler.deadlineMs);
  let failed = false;
  try {
    // No parent span: the request that woke this worker may not have caused these jobs.
    const ended = runInSpan(NO_SPAN, () => handler.run(jobs, { signal: cut.signal, stopping }));
    const inTime = await Promise.race([ended.then(() => true), deadline.passed.then(() => false)]);
    if (!inTime) {
      failed = true;
      log.error(about, "background work did not end by its deadline");
      ended.catch((error: unknown) =>
        log.warn({ err: error, ...about }, "background work failed after its deadline"),
      );
      cut.abort(new Error("the deadline has passed"));
    }
  } catch (error) {
    failed = true;
    log.error({ err: error, ...about }, "background work failed");
  } finally {
    deadline.cancel();
    await heartbeat.stop();
  }
  if (failed) await releaseFailed(deps, handler, jobs);
}

function passes(ms: number): { passed: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return { passed, cancel: () => clearTimeout(timer) };
}

/** Renews the leases until stopped. A failed renewal is harmless: the lease expires. */
function startHeartbeat<P>(
  { db, clock, log }: QueueDeps,
  { kind, leaseMs }: JobHandler<P>,
  jobs: readonly LeasedJob<P>[],
  cut: AbortController,
): { stop(): Promise<void> } {
  let open: readonly LeasedJob<P>[] = jobs;
  let renewal: Promise<void> | null = null;
  const renew = async () => {
    try {
      const held = await renewLeases(db, open, clock.now() + leaseMs);
      // The handler may have settled or released some jobs, so abort only if no lease is held.
      if (held.size === 0) cut.abort(new Error("the lease is lost"));
      open = open.filter(({ id }) => held.has(id));
    } catch (error) {
      log.warn({ err: error, kind }, "failed to renew job leases");
    }
  };
  const timer = setInterval(() => {
    if (open.length > 0) renewal ??= renew().finally(() => (renewal = null));
  }, leaseMs / RENEWALS_PER_LEASE);
  return {
    async stop() {
      clearInterval(timer);
      await renewal;
    },
  };
}

/** Releases the jobs of a failed run as `in-doubt`, because their progress is unknown. */
async function releaseFailed<P>(
  { db, clock, log }: QueueDeps,
  { kind, pauseAfter }: JobHandler<P>,
  jobs: readonly LeasedJob<P>[],
): Promise<void> {
  try {
    await releaseJobs(
      db,
      jobs.map((job) => ({
        job,
        dueAt: clock.now() + pauseAfter(job.attempt),
        attempt: job.attempt + 1,
        counted: "in-doubt",
      })),
    );
  } catch (error) {
    log.warn({ err: error, kind }, "failed to release jobs; they are due again when their leases expire");
  }
}
