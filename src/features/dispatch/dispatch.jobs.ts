import { limits } from "../../../generated/server/values";
import { BatchSize, deleteInBatches } from "../../platform/db/batch-size";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import { DAY, HOUR, type Instant, MINUTE, SECOND } from "../../platform/time";
import { type Hold, waitingFrom } from "../../queue/hold";
import { pacedJob, type PacedDeps } from "../../queue/paced-job";
import type { PeriodicJob } from "../../queue/periodic";
import { purgeReferences } from "../messages/references.store";
import { purgeReservations } from "../messages/submissions.store";
import type { DispatchDeps } from "./submit";
import { purgeUnconfirmedSubmissions } from "./unconfirmed-submissions.store";
import { purgeUnmatched } from "./unmatched-reports.store";

/** Retention of submission intents. Longer than the maximum submission timeout, which is 30 days. */
const UNCONFIRMED_FOR = 31 * DAY;

/** Retention of reservations. Longer than the longest period of a cap, which is 90 days. */
const RESERVED_FOR = 91 * DAY;

export function dispatchPeriodicJobs(
  deps: PacedDeps &
    Pick<Platform, "db" | "clock"> &
    Pick<DispatchDeps, "config" | "deliveryReports" | "hold">,
): PeriodicJob[] {
  const { db, clock, config, deliveryReports, hold } = deps;
  // Retention of unmatched reports. At least as long as a message may wait for its submission while its
  // campaign runs and nothing is held.
  const unmatchedFor = Math.max(config.submissionTimeoutSeconds, limits.ValiditySeconds.maximum) * SECOND;
  const purge = (
    everyMs: number,
    name: string,
    deleteSome: (trx: Db, limit: number) => Promise<number>,
  ): PeriodicJob =>
    pacedJob(deps, { name, everyMs, steps: () => deleteInBatches(db, new BatchSize(db), deleteSome) });
  // Keep references during a hold, and for one delivery report timeout after it. The release restarts that
  // timeout, and reports about old messages still need their references.
  const keepsReferences = (current: Hold, now: Instant): boolean =>
    current.since !== null ||
    now - waitingFrom(current, 0, now) < config.deliveryReportTimeoutSeconds * SECOND;
  return [
    // Matches the reports whose immediate matching failed or was prevented by a crash.
    { name: "matched delivery reports", everyMs: 10 * SECOND, run: () => deliveryReports.matchLeft() },
    purge(MINUTE, "carrier references", async (trx, limit) => {
      const now = clock.now();
      return keepsReferences(hold.current, now) ? 0 : purgeReferences(trx, now, limit);
    }),
    purge(HOUR, "unconfirmed submissions", (trx, limit) =>
      purgeUnconfirmedSubmissions(trx, clock.now() - UNCONFIRMED_FOR, limit),
    ),
    purge(HOUR, "submission reservations", (trx, limit) =>
      purgeReservations(trx, clock.now() - RESERVED_FOR, limit),
    ),
    purge(MINUTE, "unmatched delivery reports", (trx, limit) =>
      purgeUnmatched(trx, clock.now() - unmatchedFor, limit),
    ),
  ];
}
