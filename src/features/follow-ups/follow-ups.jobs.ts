import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import { dueHandler } from "../../queue/due";
import { holds } from "../../queue/hold";
import { pacedJob, type PacedParts } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { DAY, HOUR, SECOND } from "../../platform/time";
import { fireDueFollowUps, type FollowUpParts } from "./fire";
import { nextFollowUpAt, purgeFollowUps } from "./follow-ups.store";

/** Retention of ended rules, in milliseconds. A rule that is still stored cannot fire again. */
const RETENTION_MS = 30 * DAY;
/** Pause between checks of an account with held rules, in milliseconds. */
const HELD_PAUSE_MS = 5 * SECOND;

export const followUpHandler = (app: FollowUpParts): JobHandler =>
  dueHandler(app, {
    kind: "follow-up",
    concurrency: 4,
    run: (accountId) => fireDueFollowUps(app, accountId),
    async nextAt(accountId) {
      const next = await nextFollowUpAt(app.db, accountId);
      // A held rule stays due. The pause keeps its job without running it again at once.
      const isHeld = next !== null && holds(app.hold.current, next);
      return isHeld ? app.clock.now() + HELD_PAUSE_MS : next;
    },
  });

export const followUpPeriodicJobs = (
  app: PacedParts & Pick<FollowUpParts, "db" | "clock">,
): PeriodicJob[] => [
  pacedJob(app, {
    name: "forget follow-ups",
    everyMs: HOUR,
    steps: () =>
      deleteInBatches(app.db, new BatchSize(app.db), (trx, limit) =>
        purgeFollowUps(trx, app.clock.now() - RETENTION_MS, limit),
      ),
  }),
];
