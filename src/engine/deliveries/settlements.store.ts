import type { Knex } from "knex";
import { anyOf, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { DeliveryStatus } from "../../resources/webhooks/delivery";
import type { DisabledReason } from "../../resources/webhooks/endpoint";
import type { Health } from "./schedule";
import type { EndpointKey } from "../../resources/webhooks/webhooks.store";

/** What became of a leased delivery. */
export interface Settlement extends EndpointKey {
  id: string;
  lease: string;
  status: DeliveryStatus;
  attempts: string;
  attemptCount: number;
  /** The next attempt, while the status is pending. */
  dueAt: Instant;
}

/** Writes outcomes; answers the ids of those that still held their lease. The others belong to another worker now. */
export async function settleDeliveries(trx: Db, settlements: readonly Settlement[]): Promise<Set<string>> {
  if (settlements.length === 0) return new Set();
  const outcomes = rowsFrom(
    trx,
    "outcome",
    {
      account_id: "uuid",
      webhook_id: "uuid",
      delivery_id: "uuid",
      held: "uuid",
      outcome_status: "text",
      log: "text",
      tried: "integer",
      next_at: "bigint",
    },
    settlements.map((settlement) => ({
      account_id: settlement.accountId,
      webhook_id: settlement.webhookId,
      delivery_id: settlement.id,
      held: settlement.lease,
      outcome_status: settlement.status,
      log: settlement.attempts,
      tried: settlement.attemptCount,
      next_at: settlement.dueAt,
    })),
  );
  const rows = await rawRows<{ id: string }>(
    trx,
    `update webhook_deliveries
     set status = outcome.outcome_status, attempts = outcome.log, attempt_count = outcome.tried,
       due_at = outcome.next_at, lease = null
     from ${outcomes.sql}
     where webhook_deliveries.account_id = outcome.account_id
       and webhook_deliveries.webhook_id = outcome.webhook_id and webhook_deliveries.id = outcome.delivery_id
       and webhook_deliveries.lease = outcome.held
     returning webhook_deliveries.id`,
    outcomes.bindings as Knex.RawBinding[],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Ends every lease at once: for the start of a process that has the database to itself. */
export async function endDeliveryLeases(db: Db, now: Instant): Promise<void> {
  await db("webhook_deliveries")
    .whereRaw("status = 'pending'")
    .whereNotNull("lease")
    .update({ lease: null, due_at: now });
}

export interface EndpointHealth extends EndpointKey, Health {}

/** Since when the endpoints have been failing; those that are not enabled any more are left out. */
export async function healthOf(trx: Db, endpoints: readonly EndpointKey[]): Promise<EndpointHealth[]> {
  const rows = (await trx("webhook_endpoints")
    .select("account_id", "id", "failing_since")
    .where(anyOf(trx, "account_id", "uuid", [...new Set(endpoints.map(({ accountId }) => accountId))]))
    .where(
      anyOf(
        trx,
        "id",
        "uuid",
        endpoints.map(({ webhookId }) => webhookId),
      ),
    )
    .where({ status: "enabled" })
    .orderBy("id")) as { account_id: string; id: string; failing_since: Instant | null }[];
  return rows.map((row) => ({
    accountId: row.account_id,
    webhookId: row.id,
    failingSince: row.failing_since,
    disable: null,
  }));
}

/** Writes how an endpoint fares, and switches it off where there is a reason to. */
export async function writeHealth(trx: Db, health: EndpointHealth, now: Instant): Promise<void> {
  const { accountId, webhookId, failingSince, disable } = health;
  const disabled: { status: string; disabled_reason: DisabledReason; updated_at: Instant } | null =
    disable === null ? null : { status: "disabled", disabled_reason: disable, updated_at: now };
  await trx("webhook_endpoints")
    .where({ account_id: accountId, id: webhookId, status: "enabled" })
    .update({ failing_since: failingSince, ...disabled });
}
