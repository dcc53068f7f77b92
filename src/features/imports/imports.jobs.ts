import { doubledPause } from "../../queue/failure-pause";
import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import type { LeasedJob } from "../../queue/job";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { releaseJobs, settleJobs } from "../../queue/leases.store";
import type { JobHandler, RunContext } from "../../queue/run";
import { MINUTE } from "../../platform/time";
import { MAX_IMPORT_PAUSE_MS } from "./import";
import { beginImport } from "./imports.store";
import { purgeRejections } from "./rejections.store";
import { retainedSince, purgeTables } from "./retention";
import { type ImportDeps, runImport } from "./run";

const CONCURRENCY = 2;
/** Time after which a large import yields to other imports, in milliseconds. */
const TURN = 5 * MINUTE;
const PURGE_EVERY = 10 * MINUTE;

/** Returns the handler of imports. For fairness, a process runs at most one import per account at a time. */
export const importHandler = (deps: ImportDeps): JobHandler => ({
  kind: "import",
  concurrency: CONCURRENCY,
  perKey: 1,
  weight: 1,
  leaseMs: LEASE_MS.import,
  deadlineMs: 2 * TURN,
  pauseAfter,
  async run(jobs, context) {
    for (const job of jobs) await runTurn(deps, job, context);
  },
});

const pauseAfter = (attempt: number) => doubledPause(attempt, MAX_IMPORT_PAUSE_MS);

async function runTurn(deps: ImportDeps, job: LeasedJob, { signal, stopping }: RunContext): Promise<void> {
  const { db, clock, log } = deps;
  const began = clock.now();
  const found = await beginImport(db, job, began);
  if (found === null) return void (await settleJobs(db, [job]));
  const steps = runImport(deps, { ...found, job });
  let stepsDone = 0;
  try {
    while (!signal.aborted && !stopping.aborted && clock.now() - began < TURN) {
      // The steps also end if the lease was lost or the import was canceled.
      if ((await steps.next()).done) return void (await settleJobs(db, [job]));
      stepsDone += 1;
    }
    await steps.return();
    await releaseJobs(db, [{ job, dueAt: clock.now(), attempt: 0 }]);
  } catch (error) {
    log.error(
      { err: error, accountId: job.accountId, importId: job.id },
      "import interrupted; it will be retried",
    );
    // After progress, the backoff starts again from its minimum.
    const attempt = stepsDone > STEPS_BEFORE_PROGRESS ? 0 : job.attempt;
    await releaseJobs(db, [{ job, dueAt: clock.now() + pauseAfter(attempt), attempt: attempt + 1 }]);
  }
}

/**
 * Number of steps before progress is certain. The first step inspects the file, and the second only starts to
 * store a chunk.
 */
const STEPS_BEFORE_PROGRESS = 2;

export const importPeriodicJobs = (
  deps: PacedDeps &
    Pick<Platform, "db" | "clock" | "log"> & {
      config: { importRetentionDays: number };
      storage: Storage;
    },
): PeriodicJob[] => [
  pacedJob(deps, {
    name: "purge of rejected rows",
    everyMs: PURGE_EVERY,
    steps: () => purgeRejections(deps.db, retainedSince(deps)),
  }),
  { name: "purge of imported tables", everyMs: PURGE_EVERY, run: () => purgeTables(deps) },
];
