import type { Db } from "../../platform/db/dialect";
import { commitGuarded } from "../../platform/db/statement-batch";
import { groupBy } from "../../platform/group-by";
import type { Instant } from "../../platform/time";
import { keyText } from "../../queue/job";
import { endGuard } from "../../queue/leases.store";
import { progressStatements } from "./deliveries.store";
import { attemptEntry } from "./delivery";
import { countedAttempt, progressOf, type SettledOutcome } from "./attempt-outcome";
import { countChanges, deliveryCountsStatement } from "./delivery-counts.store";
import { endpointOf } from "./delivery-job";
import {
  type EndpointRecord,
  NO_LATER_ATTEMPT,
  recordsStatement,
  withHealthyEndpoints,
} from "./endpoint-records.store";

/**
 * Settles delivered requests, on PostgreSQL in one statement. Returns false, and writes nothing, if an
 * attempt has failed, a lease was lost, a job was retried during its lease, or one of the endpoints is
 * failing, disabled or has another URL. The caller then settles the outcomes in a transaction.
 *
 * Two settlements of an endpoint cannot deadlock. Each one locks its jobs and then its endpoints, both in key
 * order. The other statements run after these locks. They write the counts of the locked endpoints, and the
 * deliveries of the locked jobs, which no other settlement writes. A settlement in a transaction locks the
 * deliveries before the endpoints, but it also holds the locks of their jobs.
 */
export async function commitDelivered(
  db: Db,
  outcomes: readonly SettledOutcome[],
  now: Instant,
): Promise<boolean> {
  if (outcomes.some(({ after, isFailing }) => after.status !== "delivered" || isFailing)) return false;
  const records = recordsOf(outcomes);
  if (records === null) return false;
  const jobs = outcomes.map(({ job }) => job);
  const changes = countChanges(outcomes.map(countedAttempt), now);
  return commitGuarded(db, withHealthyEndpoints(db, endGuard(db, jobs), records), (passed) => [
    ...progressStatements(db, outcomes.map(progressOf), passed),
    deliveryCountsStatement(db, changes, passed),
    recordsStatement(db, records, `${NO_LATER_ATTEMPT} and ${passed}`),
  ]);
}

/**
 * Returns the records of the endpoints after these successful attempts. Returns null if the attempts at an
 * endpoint had different URLs.
 */
function recordsOf(outcomes: readonly SettledOutcome[]): EndpointRecord[] | null {
  const records = [...groupBy(outcomes, ({ job }) => keyText(job)).values()].map((attempts) => {
    const latest = attempts.reduce((last, one) => (one.attemptedAt < last.attemptedAt ? last : one));
    const { job, address: url, attemptedAt, result } = latest;
    if (attempts.some(({ address }) => address !== url)) return null;
    return { ...endpointOf(job), url, failingSince: null, lastAttempt: attemptEntry(attemptedAt, result) };
  });
  const known = records.filter((record) => record !== null);
  return known.length < records.length ? null : known;
}
