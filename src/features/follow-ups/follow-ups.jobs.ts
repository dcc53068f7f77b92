import { dueHandler } from "../../queue/due";
import type { PeriodicJob } from "../../queue/periodic";
import type { JobHandler } from "../../queue/run";
import { DAY, HOUR } from "../../platform/time";
import { fireDueFollowUps, type FollowUpParts } from "./fire";
import { nextFollowUpAt, purgeFollowUps } from "./follow-ups.store";

/** Retention of ended rules, in milliseconds. A rule that is still stored cannot fire again. */
const RETENTION_MS = 30 * DAY;
const PURGED_AT_ONCE = 1_000;

export const followUpHandler = (app: FollowUpParts): JobHandler =>
  dueHandler(app, {
    kind: "follow-up",
    concurrency: 4,
    run: (accountId) => fireDueFollowUps(app, accountId),
    nextAt: (accountId) => nextFollowUpAt(app.db, accountId),
  });

export const followUpPeriodicJobs = ({ db, clock }: Pick<FollowUpParts, "db" | "clock">): PeriodicJob[] => [
  {
    name: "forget follow-ups",
    everyMs: HOUR,
    run: () => purgeFollowUps(db, clock.now() - RETENTION_MS, PURGED_AT_ONCE),
  },
];
