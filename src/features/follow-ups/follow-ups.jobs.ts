import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { dueHandler } from "../../queue/due";
import { holds } from "../../queue/hold";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { DAY, HOUR, SECOND } from "../../platform/time";
import { fireDueFollowUps, type FollowUpDeps } from "./fire";
import { nextFollowUpAt, purgeFollowUps } from "./follow-ups.store";

/** Retention of ended rules, in milliseconds. Stored ended rules prevent a second follow-up to a message. */
const RETENTION_MS = 30 * DAY;
/** Pause between checks of an account with held rules, in milliseconds. */
const HELD_PAUSE_MS = 5 * SECOND;

export const followUpHandler = (deps: FollowUpDeps): JobHandler =>
  dueHandler(deps, {
    kind: "follow-up",
    concurrency: 4,
    run: (accountId) => fireDueFollowUps(deps, accountId),
    async nextAt(accountId) {
      const next = await nextFollowUpAt(deps.db, accountId);
      // A held rule stays due. The pause keeps its job without running it again at once.
      const isHeld = next !== null && holds(deps.hold.current, next);
      return isHeld ? deps.clock.now() + HELD_PAUSE_MS : next;
    },
  });

export const followUpPeriodicJobs = (deps: PacedDeps & Pick<FollowUpDeps, "db" | "clock">): PeriodicJob[] => [
  pacedJob(deps, {
    name: "forget follow-ups",
    everyMs: HOUR,
    steps: () =>
      deleteInBatches(deps.db, new BatchSize(deps.db), (trx, limit) =>
        purgeFollowUps(trx, deps.clock.now() - RETENTION_MS, limit),
      ),
  }),
];
