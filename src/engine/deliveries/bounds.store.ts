import { type Db, rawChanges, typedBind } from "../../platform/db/dialect";
import { type Instant, latestPlausible } from "../../platform/time";
import { PREVIOUS_SECRET_LIFETIME_MS } from "../../resources/webhooks/endpoint";
import { LEASE_MS } from "./leases.store";
import { LINGER_MS } from "../../resources/webhooks/outbox.store";
import { LONGEST_RETRY_AFTER_MS } from "./schedule";

/**
 * Brings back deliveries that are due later than any pause can have put them off: what waits is due now, a lease runs
 * for its full time from now. Answers how many there were.
 */
export async function boundDeliveries(db: Db, now: Instant): Promise<number> {
  const instant = typedBind(db, "bigint");
  // Endpoint by endpoint, a range of the index each: the backlog that is due is never looked at.
  return rawChanges(
    db,
    `update webhook_deliveries set due_at = case when lease is null then ${instant} else ${instant} end
     where (account_id, webhook_id, id) in (
       select d.account_id, d.webhook_id, d.id
       from webhook_endpoints e join webhook_deliveries d on d.account_id = e.account_id and d.webhook_id = e.id
       where d.status = 'pending' and d.due_at > ?
         and d.due_at > case when d.lease is not null then ${instant}
           when d.attempt_count = 0 then ${instant} else ${instant} end)`,
    [
      now,
      now + LEASE_MS,
      ...[LINGER_MS, LEASE_MS, LINGER_MS, LONGEST_RETRY_AFTER_MS].map((pause) => latestPlausible(now, pause)),
    ],
  );
}

/** Lets secrets that were rotated, and failures that began, by a clock ahead count from now; answers how many. */
export async function boundEndpoints(db: Db, now: Instant): Promise<number> {
  const latestEnd = latestPlausible(now, PREVIOUS_SECRET_LIFETIME_MS);
  const ends = await db("webhook_endpoints")
    .where("previous_secret_expires_at", ">", latestEnd)
    .update({ previous_secret_expires_at: now + PREVIOUS_SECRET_LIFETIME_MS });
  const beginnings = await db("webhook_endpoints")
    .where("failing_since", ">", latestPlausible(now))
    .update({ failing_since: now });
  return ends + beginnings;
}
