import { LEASE_MS } from "./lease-lengths";
import { MINUTE, SECOND } from "../platform/time";
import { doubledPause } from "./failure-pause";
import { keyOfName, NO_ACCOUNT } from "./job";
import { releaseJobs } from "./leases.store";
import { scheduleJob } from "./jobs.store";
import type { JobHandler, QueueDeps } from "./run";

/** Recurring background work. Only one process of a database runs the work at a time. */
export interface PeriodicJob {
  /** Name that must stay the same in all processes and versions, because the job's key derives from it. */
  name: string;
  /** Pause after a run that finished all due work, in milliseconds. */
  everyMs: number;
  /** Does due work. Returns whether more may be due. Must not throw because of one bad item. */
  run(): Promise<boolean>;
}

const DEADLINE_MS = 10 * MINUTE;
const POLL_MS = SECOND / 4;
const LONGEST_PAUSE_MS = 15 * SECOND;

/** Returns the handler of periodic jobs. Ignores stored jobs that this build does not define. */
export function periodicHandler({ db, clock }: QueueDeps, jobs: readonly PeriodicJob[]): JobHandler {
  const byKey = new Map(jobs.map((job) => [keyOfName(job.name), job]));
  return {
    kind: "periodic",
    concurrency: Math.max(1, jobs.length),
    perKey: 1,
    weight: 1,
    leaseMs: LEASE_MS.periodic,
    deadlineMs: DEADLINE_MS,
    pollMs: POLL_MS,
    pauseAfter: (attempt) => doubledPause(attempt, LONGEST_PAUSE_MS),
    ignores: ({ key }) => !byKey.has(key),
    async run(leased) {
      for (const job of leased) {
        const periodic = byKey.get(job.key);
        if (!periodic) continue;
        const more = await periodic.run();
        await releaseJobs(db, [{ job, dueAt: clock.now() + (more ? 0 : periodic.everyMs), attempt: 0 }]);
      }
    },
  };
}

/** Makes each periodic job due now, and inserts missing jobs. */
export async function schedulePeriodicJobs(
  { db, clock }: QueueDeps,
  jobs: readonly PeriodicJob[],
): Promise<void> {
  const now = clock.now();
  for (const { name } of jobs) {
    const job = { kind: "periodic", accountId: NO_ACCOUNT, key: keyOfName(name), dueAt: now } as const;
    await db.transaction((trx) => scheduleJob(trx, job, now));
  }
}
