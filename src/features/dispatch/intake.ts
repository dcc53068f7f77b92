import { atOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import { releaseJobs } from "../../queue/leases.store";
import type { LeasedFromSenders } from "./due-senders";
import type { LeasedSubmission, Route } from "./leased-batch";
import { splitBySize, prepare, type Prepared } from "./prepare";
import type { DispatchDeps } from "./submit";
import type { Sender } from "../senders/sender";

/** Maximum accounts whose jobs are prepared concurrently if the database has several connections. */
const ACCOUNTS_AT_ONCE = 4;

interface IntakeStages {
  lease(): Promise<LeasedFromSenders>;
  routeOf(sender: Sender | undefined): Route | null;
  admit(prepared: readonly Prepared[]): void;
  track(work: Promise<unknown>): void;
}

/** Leases and prepares jobs in rounds. While large jobs are prepared, further rounds lease urgent jobs. */
export class Intake {
  private readonly readings = new Set<Promise<void>>();
  /** Error of a background preparation. The next round throws this error, so that the loop pauses. */
  private failure: { error: unknown } | null = null;

  constructor(
    private readonly deps: DispatchDeps,
    private readonly stages: IntakeStages,
  ) {}

  get isReadingMany(): boolean {
    return this.readings.size > 0;
  }

  async idle(): Promise<void> {
    await Promise.all(this.readings);
  }

  /** Leases jobs up to the carriers' free room and prepares the jobs. Returns false if no job was leased. */
  async round(): Promise<boolean> {
    if (this.failure !== null) {
      const { error } = this.failure;
      this.failure = null;
      throw error;
    }
    const leased = await this.stages.lease();
    if (leased.jobs.length === 0) return false;
    const { small, large } = splitBySize(leased.jobs);
    if (large.length > 0) {
      const reading = this.takeIn(large, leased)
        .catch((error: unknown) => void (this.failure = { error }))
        .finally(() => this.readings.delete(reading));
      this.readings.add(reading);
      this.stages.track(reading);
    }
    await this.takeIn(small, leased);
    return true;
  }

  /** Prepares jobs and admits each prepared job at once. After a failure, releases the unprepared jobs. */
  private async takeIn(jobs: readonly LeasedSubmission[], leased: LeasedFromSenders): Promise<void> {
    const routeOf = ({ key }: LeasedSubmission) => this.stages.routeOf(leased.senders.get(key));
    const unprepared = new Set(jobs);
    const prepareAccount = async ([accountId, some]: [string, LeasedSubmission[]]) => {
      for await (const prepared of prepare(this.deps, accountId, some, routeOf)) {
        for (const { batch } of prepared) unprepared.delete(batch.job);
        this.stages.admit(prepared);
      }
    };
    const byAccount = [...groupBy(jobs, (job) => job.accountId)];
    const concurrency = atOnce(this.deps.db, ACCOUNTS_AT_ONCE);
    for (let start = 0; start < byAccount.length; start += concurrency) {
      // Wait for all accounts before the release: an account that is still being prepared may admit its jobs.
      const ends = await Promise.allSettled(byAccount.slice(start, start + concurrency).map(prepareAccount));
      const failed = ends.find((end) => end.status === "rejected");
      if (failed === undefined) continue;
      await this.release([...unprepared]);
      throw failed.reason;
    }
  }

  /** Releases jobs of which no message was submitted. If the release fails, the leases expire. */
  private async release(jobs: readonly LeasedSubmission[]): Promise<void> {
    const { db, clock, log } = this.deps;
    const dueAt = clock.now();
    await releaseJobs(
      db,
      jobs.map((job) => ({ job, dueAt, counted: "not-begun" })),
    ).catch((error: unknown) => log.warn({ err: error }, "failed to release jobs"));
  }
}
