import { type Instant, MINUTE, SECOND } from "../platform/time";
import type { JobKind } from "./job";
import { releaseJobs, settleJobs } from "./leases.store";
import type { JobHandler, QueueParts } from "./run";

/** Work of which an account has a record of what is due when; its job only says when to look. */
export interface DueWork {
  kind: JobKind;
  /** Accounts whose work one process does at once. */
  concurrency: number;
  /** Does some of what is due of an account; true when there may be more to do at once. */
  run(accountId: string): Promise<boolean>;
  /** When the next of an account is due; null where nothing waits. */
  nextAt(accountId: string): Promise<Instant | null>;
}

const LEASE_MS = MINUTE;
const DEADLINE_MS = 10 * MINUTE;
const LONGEST_PAUSE_MS = MINUTE;

/** One job an account, scheduled with `scheduleJob`: accounts take turns, and no account's work is done twice at once. */
export const dueHandler = ({ db, clock }: QueueParts, work: DueWork): JobHandler => ({
  ...{ kind: work.kind, concurrency: work.concurrency, perKey: 1, weight: 1 },
  ...{ leaseMs: LEASE_MS, deadlineMs: DEADLINE_MS },
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
