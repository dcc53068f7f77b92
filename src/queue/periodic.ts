import { LEASE_MS } from "./lease-lengths";
import { MINUTE, SECOND } from "../platform/time";
import { keyOfName, NO_ACCOUNT } from "./job";
import { releaseJobs } from "./leases.store";
import { scheduleJob } from "./jobs.store";
import type { JobHandler, QueueParts } from "./run";

/** Recurring background work that one process of the database runs at a time. */
export interface PeriodicJob {
  /** Name of the job, the same in all processes and versions. */
  name: string;
  /** Longest pause between two runs, in milliseconds. */
  everyMs: number;
  /** Does the due work; returns whether more may be due. Must not throw because of one bad item. */
  run(): Promise<boolean>;
}

const DEADLINE_MS = 10 * MINUTE;
const POLL_MS = SECOND / 4;
const FIRST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = 15 * SECOND;

/** Returns the handler of periodic jobs. Ignores jobs of other builds. */
export function periodicHandler({ db, clock }: QueueParts, jobs: readonly PeriodicJob[]): JobHandler {
  const byKey = new Map(jobs.map((job) => [keyOfName(job.name), job]));
  return {
    kind: "periodic",
    concurrency: Math.max(1, jobs.length),
    perKey: 1,
    weight: 1,
    leaseMs: LEASE_MS.periodic,
    deadlineMs: DEADLINE_MS,
    pollMs: POLL_MS,
    pauseAfter: (attempt) => Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS),
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

/** Queues each of the periodic jobs and makes it due. */
export async function schedulePeriodicJobs(
  { db, clock }: QueueParts,
  jobs: readonly PeriodicJob[],
): Promise<void> {
  const now = clock.now();
  for (const { name } of jobs) {
    const job = { kind: "periodic", accountId: NO_ACCOUNT, key: keyOfName(name), dueAt: now } as const;
    await db.transaction((trx) => scheduleJob(trx, job, now));
  }
}
