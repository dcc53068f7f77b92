import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import { type Instant, SECOND } from "../../platform/time";
import { renewLeases } from "../../queue/leases.store";
import { type BatchProgress, initialProgress, type LeasedBatch } from "./leased-batch";
import type { SubmissionWindow } from "./window";

/** Interval of the renewals, in milliseconds. */
export const HEARTBEAT_MS = 10 * SECOND;

/**
 * Maximum remaining lease that a submission requires, in milliseconds. A lease that a heartbeat has just
 * renewed suffices.
 */
const MAX_REQUIRED_MS = LEASE_MS.submission - HEARTBEAT_MS;

interface Held {
  window: SubmissionWindow | null;
  /** Part of the carrier's submission window that the batch occupies. */
  weight: number;
  /** Earliest time at which the lease can end. */
  until: Instant;
}

/** Submission jobs that this process has leased, with their progress. A heartbeat renews the leases. */
export class LeasedJobs {
  private readonly held = new Map<LeasedBatch, Held>();
  private readonly progress = new WeakMap<LeasedBatch, BatchProgress>();

  /** Time of the last successful renewal. A renewal without any lease to renew counts too. */
  private keptAt: Instant;
  /** Renewal in progress, which concurrent callers share; null without one. */
  private renewal: Promise<void> | null = null;

  constructor(private readonly deps: Pick<Platform, "db" | "clock" | "log">) {
    this.keptAt = deps.clock.now();
  }

  add(batch: LeasedBatch, window: SubmissionWindow | null): void {
    this.held.set(batch, { window, weight: batch.job.weight, until: batch.job.dueAt });
    window?.hold(batch.job.key, batch.job);
  }

  /**
   * Returns whether the batch has unsettled messages and a lease. Renewals and settlements discover a lost
   * lease. A failed settlement counts as a lost lease.
   */
  holds(batch: LeasedBatch): boolean {
    return this.held.has(batch);
  }

  progressOf(batch: LeasedBatch): BatchProgress {
    return this.progress.get(batch) ?? initialProgress(batch);
  }

  /** Records the progress that a settlement wrote. Settled messages free room in the carrier's window. */
  advance(progress: ReadonlyMap<LeasedBatch, BatchProgress>): void {
    for (const [batch, after] of progress) {
      this.progress.set(batch, after);
      this.reweigh(batch, after.open === 0 ? 0 : Math.ceil((batch.job.weight * after.open) / batch.size));
    }
  }

  /** Removes batches whose lease is lost. Their remaining messages are not submitted. */
  lose(batches: Iterable<LeasedBatch>): void {
    for (const batch of batches) {
      if (this.held.has(batch)) batch.span.end("lease_lost");
      this.reweigh(batch, 0);
    }
  }

  startHeartbeat(): () => void {
    const { log } = this.deps;
    // Starts another renewal: the connection of an earlier one may hang.
    const beat = () =>
      this.renewAll().catch((error: unknown) =>
        log.warn({ err: error }, "failed to renew submission leases"),
      );
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    return () => clearInterval(timer);
  }

  /**
   * Renews the leases before other jobs are leased at `now`, if much time has passed since the last renewal.
   * The leases may have expired after an outage, a suspension or a change of the clock. A second lease would
   * submit messages twice.
   */
  async keepBefore(now: Instant): Promise<void> {
    await this.renewWhile(() => now - this.keptAt > LEASE_MS.submission / 2);
  }

  /**
   * Renews the leases if the lease of one of the batches may end within `ms`, or within `MAX_REQUIRED_MS` if
   * `ms` is longer. Rejects if the renewal fails or takes too long. Leases may be lost; the caller
   * checks with `holds`.
   */
  async keepFor(batches: readonly LeasedBatch[], ms: number): Promise<void> {
    const needed = Math.min(ms, MAX_REQUIRED_MS);
    const endsEarly = () => {
      const end = this.deps.clock.now() + needed;
      return batches.some((batch) => (this.held.get(batch)?.until ?? end) < end);
    };
    await this.renewWhile(endsEarly);
    if (endsEarly()) throw new Error("the renewal of a submission lease took too long");
  }

  /** Renews at most twice: the first renewal may have begun before the lease did. */
  private async renewWhile(isNecessary: () => boolean): Promise<void> {
    for (let renewals = 0; renewals < 2 && isNecessary(); renewals++) await this.renew();
  }

  private renew(): Promise<void> {
    this.renewal ??= this.renewAll().finally(() => (this.renewal = null));
    return this.renewal;
  }

  /**
   * Renews all leases, including expired leases that no other process has taken. Drops the batches whose
   * lease is lost. Rejects if the renewal fails; the leases may then expire.
   */
  private async renewAll(): Promise<void> {
    const { db, clock } = this.deps;
    if (this.held.size === 0) {
      this.keptAt = clock.now();
      return;
    }
    // Reads the clock after the wait for a connection, which would otherwise shorten the leases.
    const { batches, now, renewed } = await db.transaction(async (trx) => {
      const now = clock.now();
      const batches = [...this.held.keys()];
      const jobs = batches.map(({ job }) => job);
      return { batches, now, renewed: await renewLeases(trx, jobs, now + LEASE_MS.submission) };
    });
    this.keptAt = now;
    for (const batch of batches) {
      const held = this.held.get(batch);
      if (held) this.held.set(batch, { ...held, until: now + LEASE_MS.submission });
    }
    this.lose(batches.filter(({ job }) => !renewed.has(job.id)));
  }

  private reweigh(batch: LeasedBatch, weight: number): void {
    const held = this.held.get(batch);
    if (!held) return;
    const { key, priority } = batch.job;
    if (weight > 0) this.held.set(batch, { ...held, weight });
    else {
      this.held.delete(batch);
      batch.span.end();
    }
    held.window?.drop(key, { weight: held.weight - weight, priority });
  }
}
