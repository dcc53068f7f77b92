import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import type { Instant } from "../../platform/time";
import { renewLeases } from "../../queue/leases.store";
import { type BatchProgress, initialProgress, type LeasedBatch } from "./leased-batch";
import type { SubmissionWindow } from "./window";

/** Submission jobs that this process has leased, with their progress. A heartbeat renews the leases. */
export class LeasedJobs {
  /** Leased batches. `weight` is the part of the carrier's submission window that a batch occupies. */
  private readonly held = new Map<LeasedBatch, { window: SubmissionWindow | null; weight: number }>();
  private readonly progress = new WeakMap<LeasedBatch, BatchProgress>();

  /** Time of the last successful renewal. A renewal without any lease to renew counts too. */
  private keptAt: Instant;

  constructor(private readonly deps: Pick<Platform, "db" | "clock" | "log">) {
    this.keptAt = deps.clock.now();
  }

  add(batch: LeasedBatch, window: SubmissionWindow | null): void {
    this.held.set(batch, { window, weight: batch.job.weight });
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
    const beat = () =>
      this.renew().catch((error: unknown) => log.warn({ err: error }, "failed to renew submission leases"));
    const timer = setInterval(() => void beat(), LEASE_MS.submission / 3);
    return () => clearInterval(timer);
  }

  /**
   * Renews the leases before other jobs are leased at `now`, if much time has passed since the last renewal.
   * The leases may have expired after an outage, a suspension or a change of the clock. A second lease would
   * submit messages twice.
   */
  async keepBefore(now: Instant): Promise<void> {
    if (now - this.keptAt > LEASE_MS.submission / 2) await this.renew();
  }

  /**
   * Renews all leases, including expired leases that no other process has taken. Drops the batches whose
   * lease is lost. Rejects if the renewal fails; the leases may then expire.
   */
  private async renew(): Promise<void> {
    const { db, clock } = this.deps;
    const batches = [...this.held.keys()];
    const now = clock.now();
    const jobs = batches.map(({ job }) => job);
    const renewed = await renewLeases(db, jobs, now + LEASE_MS.submission);
    this.keptAt = now;
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
