import type { PeriodicJob } from "../../queue/periodic";
import { purgeReferences, purgeUnmatched } from "../messages/references.store";
import { DAY, HOUR, MINUTE, SECOND } from "../../platform/time";
import { deliveryReports, type ReportParts } from "./delivery-reports";
import { purgeUnconfirmedSubmissions } from "./unconfirmed-submissions.store";
import { referenceReports } from "./reference-reports";

/** How long a report waits for its message: as long as one waits for its submission, where nobody set that. */
const UNMATCHED_FOR = DAY;
/** Longer than any message can wait for its submission. */
const HAND_OVERS_FOR = 31 * DAY;
const PURGED_AT_ONCE = 5_000;

export function dispatchPeriodicJobs(app: ReportParts): PeriodicJob[] {
  const { db, clock } = app;
  const reports = deliveryReports(app);
  const references = referenceReports(app, reports, (some) => reports.store(some));
  return [
    // Reports that wait for a process which died before it looked at them.
    { name: "early delivery reports", everyMs: 10 * SECOND, run: () => reports.storeLeft() },
    { name: "matched delivery reports", everyMs: 10 * SECOND, run: () => references.storeLeft() },
    {
      name: "carrier references",
      everyMs: MINUTE,
      run: async () => (await purgeReferences(db, clock.now(), PURGED_AT_ONCE)) === PURGED_AT_ONCE,
    },
    {
      name: "hand-overs",
      everyMs: HOUR,
      run: async () =>
        (await purgeUnconfirmedSubmissions(db, clock.now() - HAND_OVERS_FOR, PURGED_AT_ONCE)) ===
        PURGED_AT_ONCE,
    },
    {
      name: "unmatched delivery reports",
      everyMs: MINUTE,
      run: async () =>
        (await purgeUnmatched(db, clock.now() - UNMATCHED_FOR, PURGED_AT_ONCE)) === PURGED_AT_ONCE,
    },
  ];
}
