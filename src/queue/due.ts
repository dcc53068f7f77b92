import { LEASE_MS } from "./lease-lengths";
import { type Instant, MINUTE } from "../platform/time";
import { doubledPause } from "./failure-pause";
import type { JobKind } from "./job";
import { releaseJobs, settleJobs } from "./leases.store";
import type { JobHandler, QueueDeps, RunContext } from "./run";

/** Work whose due times are stored in other tables. A job per account triggers a check for due work. */
interface DueWork {
  kind: JobKind;
  /** Maximum accounts whose work runs concurrently in one process. */
  concurrency: number;
  /** Maximum duration of `run`, in milliseconds; ten minutes by default. */
  deadlineMs?: number;
  /** Does a part of an account's due work. Returns whether more work may be due. */
  run(accountId: string, context: RunContext): Promise<boolean>;
  /** Returns when the account's next work is due; null if no work is waiting. */
  nextAt(accountId: string): Promise<Instant | null>;
}

const DEADLINE_MS = 10 * MINUTE;
const LONGEST_PAUSE_MS = MINUTE;

/** Returns the handler of work with one job per account (see `scheduleJob`). Accounts take turns. */
export const dueHandler = ({ db, clock }: QueueDeps, work: DueWork): JobHandler => ({
  kind: work.kind,
  concurrency: work.concurrency,
  perKey: 1,
  weight: 1,
  leaseMs: LEASE_MS[work.kind],
  deadlineMs: work.deadlineMs ?? DEADLINE_MS,
  pauseAfter: (attempt) => doubledPause(attempt, LONGEST_PAUSE_MS),
  async run(jobs, context) {
    for (const job of jobs) {
      const more = await work.run(job.accountId, context);
      const dueAt = more ? clock.now() : await work.nextAt(job.accountId);
      if (dueAt === null) await settleJobs(db, [job]);
      else await releaseJobs(db, [{ job, dueAt, attempt: 0 }]);
    }
  },
});
