import { LEASE_MS } from "./lease-lengths";
import { type Instant, MINUTE, SECOND } from "../platform/time";
import type { JobKind } from "./job";
import { releaseJobs, settleJobs } from "./leases.store";
import type { JobHandler, QueueParts } from "./run";

/** Work whose due times are stored elsewhere, per account. The account's job only triggers a check. */
export interface DueWork {
  kind: JobKind;
  /** Maximum accounts served concurrently by one process. */
  concurrency: number;
  /** Does part of an account's due work; returns whether more may be due. */
  run(accountId: string): Promise<boolean>;
  /** Returns when the account's next work is due, or null if none is waiting. */
  nextAt(accountId: string): Promise<Instant | null>;
}

const DEADLINE_MS = 10 * MINUTE;
const LONGEST_PAUSE_MS = MINUTE;

/**
 * Returns a handler with one job per account, scheduled with `scheduleJob`. Accounts take turns, and an
 * account's work never runs twice at once.
 */
export const dueHandler = ({ db, clock }: QueueParts, work: DueWork): JobHandler => ({
  ...{ kind: work.kind, concurrency: work.concurrency, perKey: 1, weight: 1 },
  ...{ leaseMs: LEASE_MS[work.kind], deadlineMs: DEADLINE_MS },
  pauseAfter: (attempt) => Math.min(SECOND * 2 ** attempt, LONGEST_PAUSE_MS),
  async run(jobs) {
    for (const job of jobs) {
      const more = await work.run(job.accountId);
      const dueAt = more ? clock.now() : await work.nextAt(job.accountId);
      if (dueAt === null) await settleJobs(db, [job]);
      else await releaseJobs(db, [{ job, dueAt, attempt: 0 }]);
    }
  },
});
