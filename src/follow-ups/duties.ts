import type { Duty } from "../background/duty";
import { DAY, HOUR, SECOND } from "../time";
import { fireDueFollowUps, type FollowUpParts } from "./fire";
import { purgeFollowUps } from "./follow-ups.store";

/** Longer than any report may come late, so that a rule that has fired is known for as long as it matters. */
const KEPT = 30 * DAY;
const PURGED_AT_ONCE = 1_000;

export function followUpDuties(app: FollowUpParts): Duty[] {
  return [
    { name: "follow-ups", topic: "follow-ups", everyMs: SECOND, run: () => fireDueFollowUps(app) },
    {
      name: "forget follow-ups",
      everyMs: HOUR,
      run: () => purgeFollowUps(app.db, app.clock.now() - KEPT, PURGED_AT_ONCE),
    },
  ];
}
