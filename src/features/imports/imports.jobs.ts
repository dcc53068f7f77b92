import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import type { LeasedJob } from "../../queue/job";
import type { PeriodicJob } from "../../queue/periodic";
import { releaseJobs, settleJobs } from "../../queue/leases.store";
import type { JobHandler, RunContext } from "../../queue/run";
import { MINUTE, SECOND } from "../../platform/time";
import { beginImport, LEASE } from "./imports.store";
import { purgeRejections } from "./rejections.store";
import { keptSince, purgeTables } from "./retention";
import { type ImportParts, runImport } from "./run";

/** Imports that one process works on at once. */
const CONCURRENCY = 2;
/** How long an import rests after a failure that is no fault of its own, in milliseconds: doubled each time. */
const FIRST_PAUSE = SECOND;
export const LONGEST_PAUSE = 5 * MINUTE;
/** After so long a large import lets others have a turn, in milliseconds; it goes on where it stands. */
const TURN = 5 * MINUTE;
const PURGE_EVERY = 10 * MINUTE;

/** Works on one import of an account at a time, so that nobody waits for all the files of another. */
export const importHandler = (parts: ImportParts): JobHandler => ({
  kind: "import",
  concurrency: CONCURRENCY,
  perKey: 1,
  weight: 1,
  leaseMs: LEASE,
  deadlineMs: 2 * TURN,
  pauseAfter,
  async run(jobs, context) {
    for (const job of jobs) await runTurn(parts, job, context);
  },
});

const pauseAfter = (attempt: number) => Math.min(FIRST_PAUSE * 2 ** attempt, LONGEST_PAUSE);

/** Does step after step until the import has ended, or its turn has. */
async function runTurn(parts: ImportParts, job: LeasedJob, { signal, stopping }: RunContext): Promise<void> {
  const { db, clock, log } = parts;
  const began = clock.now();
  const found = await beginImport(db, job, began);
  if (found === null) return void (await settleJobs(db, [job]));
  const steps = runImport(parts, { ...found, job });
  let stepsDone = 0;
  try {
    while (!signal.aborted && !stopping.aborted && clock.now() - began < TURN) {
      // What ended without an end of the import lost the lease, or was canceled.
      if ((await steps.next()).done) return void (await settleJobs(db, [job]));
      stepsDone += 1;
    }
    await steps.return();
    await releaseJobs(db, [{ job, dueAt: clock.now(), attempt: 0 }]);
  } catch (error) {
    log.error({ err: error, accountId: job.accountId, importId: job.id }, "an import was interrupted");
    // One that got on before rests as after its first failure.
    const attempt = stepsDone > CHUNK_UNDER_WAY ? 0 : job.attempt;
    await releaseJobs(db, [{ job, dueAt: clock.now() + pauseAfter(attempt), attempt: attempt + 1 }]);
  }
}

/** The file is looked through in the first step; a chunk is stored in the step after the one that reads it. */
const CHUNK_UNDER_WAY = 2;

/** What is tidied up behind imports. */
export const importPeriodicJobs = (
  parts: Pick<Platform, "db" | "clock" | "log"> & {
    config: { importRetentionDays: number };
    storage: Storage;
  },
): PeriodicJob[] => [
  {
    name: "purge of rejected rows",
    everyMs: PURGE_EVERY,
    run: () => purgeRejections(parts.db, keptSince(parts)),
  },
  { name: "purge of imported tables", everyMs: PURGE_EVERY, run: () => purgeTables(parts) },
];
