import type { App } from "../app";
import type { Duty } from "../background/duty";
import { MINUTE, SECOND } from "../time";
import type { LeasedImport } from "./import";
import { leaseImport, LONGEST_PAUSE, releaseImport } from "./imports.store";
import { purgeRejections } from "./rejections.store";
import { keptSince, purgeTables } from "./retention";
import { type ImportParts, runImport } from "./run";

/** Imports that one process works on at once. */
const LANES = 2;
/** How long an import rests after a failure that is no fault of its own, in milliseconds: doubled each time. */
const FIRST_PAUSE = SECOND;
const PURGE_EVERY = 10 * MINUTE;

/** What a worker does for imports. */
export function importDuties(parts: ImportParts & Pick<App, "config">): Duty[] {
  return [
    ...Array.from({ length: LANES }, (_, lane) => importLane(parts, lane)),
    {
      name: "purge of rejected rows",
      everyMs: PURGE_EVERY,
      run: () => purgeRejections(parts.db, keptSince(parts)),
    },
    { name: "purge of imported tables", everyMs: PURGE_EVERY, run: () => purgeTables(parts) },
  ];
}

/** Works on one import after the other, a step each run, so that it can be stopped between any two. */
function importLane(parts: ImportParts, lane: number): Duty {
  const { db, clock, log } = parts;
  let current: { work: LeasedImport; steps: AsyncGenerator<void, void> } | null = null;
  return {
    name: `import ${lane}`,
    topic: "imports",
    // Wake-ups start the lanes; one of them also looks often for leases that ran out.
    everyMs: lane === 0 ? SECOND : 5 * SECOND,
    async run() {
      if (current === null) {
        const work = await leaseImport(db, clock.now());
        if (work === null) return false;
        current = { work, steps: runImport(parts, work) };
      }
      const { work, steps } = current;
      try {
        if ((await steps.next()).done) current = null;
      } catch (error) {
        current = null;
        log.error({ err: error, accountId: work.accountId, importId: work.id }, "an import was interrupted");
        await releaseImport(db, work, clock.now() + pauseAfter(work.attempts));
      }
      return true;
    },
    async stop() {
      if (current === null) return;
      await current.steps.return();
      await releaseImport(db, current.work, clock.now());
      current = null;
    },
  };
}

const pauseAfter = (attempts: number) => Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
