import type { Logger } from "pino";
import type { Db } from "../platform/db/dialect";
import { groupBy } from "../platform/group-by";
import type { Clock } from "../platform/time";
import { type JobKey, type JobKind, keyText, type LeasedJob } from "./job";
import { leaseJobs, releaseJobs, renewLeases, type Want } from "./leases.store";

export interface QueueParts {
  db: Db;
  clock: Clock;
  log: Logger;
}

export interface RunContext {
  /** Aborted at the deadline, and when the lease of one of the jobs is lost. */
  signal: AbortSignal;
  /** Aborted when the process stops: long work gives its jobs back where it stands. */
  stopping: AbortSignal;
}

/** How jobs of a kind are done. */
export interface JobHandler<P = unknown> {
  kind: JobKind;
  /** Runs at once in this process. */
  concurrency: number;
  /** Of them, of one key. */
  perKey: number | ((key: JobKey) => number);
  /** How much of one key is leased together for one run. */
  weight: number;
  /** Length of a lease, in milliseconds. Each run renews its leases. */
  leaseMs: number;
  /** Maximum duration of a run, in milliseconds. A longer run counts as failed and cannot settle. */
  deadlineMs: number;
  /** Returns the backoff of a failed job, in milliseconds, from the number of earlier attempts. */
  pauseAfter(attempt: number): number;
  /** How much of each key is leased where `weight` does not say it; a key that is left out is left alone this time. */
  wants?(keys: readonly JobKey[]): Promise<Want[]>;
  /** Jobs may be queued so long before they are due, in milliseconds, to be done with others: see `Want.company`. */
  lingerMs?: number;
  /** Keys that it leaves alone; all others are its. */
  ignores?(key: JobKey): boolean;
  /** How often it looks for what became due without a wake-up, in milliseconds. */
  pollMs?: number;
  /**
   * Does jobs of one key, and settles or releases each. Where it throws, or its deadline comes, those that it still holds
   * have failed: they rest, and are tried again. What it leaves held otherwise is taken up when the lease ends.
   */
  run(jobs: readonly LeasedJob<P>[], context: RunContext): Promise<void>;
  /** Lets go of what the runs had in common, once there are none any more. */
  close?(): Promise<void>;
}

/** Renewals per lease length. */
const SIGNS = 3;

/** The jobs of one key that were leased for one run. */
export interface LeasedRun<P> {
  key: JobKey;
  /** Empty if no job was due, or another worker leased the jobs. */
  jobs: LeasedJob<P>[];
  /** Whether more jobs may be due. */
  more: boolean;
}

/** Leases for each of the keys what one run takes; those of which nothing is wanted are left out. */
export async function leaseRuns<P>(
  { db, clock }: QueueParts,
  handler: JobHandler<P>,
  keys: readonly JobKey[],
): Promise<LeasedRun<P>[]> {
  const { kind, weight, leaseMs } = handler;
  const wants: readonly Want[] =
    (await handler.wants?.(keys)) ?? keys.map(({ accountId, key }) => ({ accountId, key, weight }));
  const leased = await leaseJobs<P>(db, kind, wants, { now: clock.now(), leaseMs });
  const byKey = groupBy(leased, keyText);
  return wants.map((want) => {
    const jobs = byKey.get(keyText(want)) ?? [];
    const { accountId, key } = want;
    const more = jobs.reduce((sum, job) => sum + job.weight, 0) >= want.weight;
    return { key: { accountId, key }, jobs, more };
  });
}

/**
 * Runs a handler on jobs that were leased for it, with signs of life, until it ends or its deadline comes: a handler
 * that hangs keeps nothing, and what it does later meets a lost lease. Never throws.
 */
export async function runJobs<P>(
  parts: QueueParts,
  handler: JobHandler<P>,
  jobs: readonly LeasedJob<P>[],
  stopping: AbortSignal,
): Promise<void> {
  const { log } = parts;
  const [first] = jobs;
  const about = { kind: handler.kind, accountId: first?.accountId, key: first?.key, jobs: jobs.length };
  const cut = new AbortController();
  const heart = keepLeases(parts, handler, jobs, cut);
  const deadline = passes(handler.deadlineMs);
  let failed = false;
  try {
    const ended = handler.run(jobs, { signal: cut.signal, stopping });
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
    await heart.stop();
  }
  if (failed) await giveBackFailed(parts, handler, jobs);
}

function passes(ms: number): { passed: Promise<void>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  return { passed, cancel: () => clearTimeout(timer) };
}

/** Renews the leases until stopped. A failed renewal is harmless: the lease expires. */
function keepLeases<P>(
  { db, clock, log }: QueueParts,
  { kind, leaseMs }: JobHandler<P>,
  jobs: readonly LeasedJob<P>[],
  cut: AbortController,
): { stop(): Promise<void> } {
  let open: readonly LeasedJob<P>[] = jobs;
  let sign: Promise<void> | null = null;
  const give = async () => {
    try {
      const held = await renewLeases(db, open, clock.now() + leaseMs);
      // What the handler settled or released is not held either; it alone knows.
      if (held.size === 0) cut.abort(new Error("the lease is lost"));
      open = open.filter(({ id }) => held.has(id));
    } catch (error) {
      log.warn({ err: error, kind }, "leases could not be prolonged");
    }
  };
  const timer = setInterval(() => {
    if (open.length > 0) sign ??= give().finally(() => (sign = null));
  }, leaseMs / SIGNS);
  return {
    async stop() {
      clearInterval(timer);
      await sign;
    },
  };
}

/** Releases the jobs that a failed run still holds, as in doubt: their progress is unknown. */
async function giveBackFailed<P>(
  { db, clock, log }: QueueParts,
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
    log.warn({ err: error, kind }, "jobs could not be given back; they are taken up when their leases end");
  }
}
