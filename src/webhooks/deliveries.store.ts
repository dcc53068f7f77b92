import { setImmediate as yieldToRequests } from "node:timers/promises";
import { anyOf } from "../db/bulk";
import { type Db, rawRows } from "../db/dialect";
import type { PageRequest } from "../db/page";
import type { Instant } from "../time";
import type { AttemptEntry, Delivery, DeliveryStatus } from "./delivery";
import { deletePayloads, NO_EVENTS, payloadsOf } from "./payloads.store";
import type { EndpointKey } from "./webhooks.store";

export interface DeliveryRow {
  account_id: string;
  id: string;
  webhook_id: string;
  status: DeliveryStatus;
  event_count: number;
  attempts: string;
  attempt_count: number;
  due_at: Instant;
  lease: string | null;
  created_at: Instant;
}

/** Payloads read at a time: they are tens of kilobytes each, and nobody else is served while they are parsed. */
const PAYLOADS_AT_ONCE = 50;

/** A scrape counts no further than this. */
const COUNT_LIMIT = 100_000;

const ofEndpoint = (db: Db, { accountId, webhookId }: EndpointKey) =>
  db<DeliveryRow>("webhook_deliveries").where({ account_id: accountId, webhook_id: webhookId });

/** The endpoint's deliveries, newest first, and how many there are in all. */
export async function listDeliveries(
  db: Db,
  endpoint: EndpointKey,
  { status: statuses }: { status?: readonly DeliveryStatus[] },
  { limit, offset }: PageRequest,
): Promise<{ deliveries: Delivery[]; total: number }> {
  const matching = () => {
    const query = ofEndpoint(db, endpoint);
    return statuses === undefined ? query : query.whereIn("status", statuses);
  };
  const rows = await matching().orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await matching().count({ total: "*" }).first<{ total: number }>();
  return { deliveries: await withEventIds(db, endpoint.accountId, rows), total: counted.total };
}

export async function findDelivery(db: Db, endpoint: EndpointKey, id: string): Promise<Delivery | null> {
  const row = await ofEndpoint(db, endpoint).where({ id }).first();
  const [delivery] = row ? await withEventIds(db, endpoint.accountId, [row]) : [];
  return delivery ?? null;
}

async function withEventIds(db: Db, accountId: string, rows: readonly DeliveryRow[]): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let start = 0; start < rows.length; start += PAYLOADS_AT_ONCE) {
    if (start > 0) await yieldToRequests();
    const some = rows.slice(start, start + PAYLOADS_AT_ONCE);
    const payloads = await payloadsOf(
      db,
      accountId,
      some.map(({ id }) => id),
    );
    for (const row of some) deliveries.push(toDelivery(row, payloads.get(row.id) ?? NO_EVENTS));
  }
  return deliveries;
}

const toDelivery = (row: DeliveryRow, events: Buffer): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  status: row.status,
  eventIds: (JSON.parse(events.toString()) as { id: string }[]).map(({ id }) => id),
  attempts: JSON.parse(row.attempts) as AttemptEntry[],
  dueAt: row.due_at,
  leased: row.lease !== null,
  createdAt: row.created_at,
});

/**
 * Makes a delivery due now, with all attempts ahead of it again and the log kept. One that a worker is just sending is
 * left alone: that attempt is the one asked for.
 */
export async function retryDelivery(db: Db, endpoint: EndpointKey, id: string, now: Instant): Promise<void> {
  await ofEndpoint(db, endpoint)
    .where({ id })
    .where((free) => void free.whereNull("lease").orWhere("due_at", "<=", now))
    .update({ status: "pending", attempt_count: 0, due_at: now, lease: null });
}

/** Removes deliveries of one endpoint with what they carry. */
export async function deleteDeliveries(
  trx: Db,
  endpoint: EndpointKey,
  ids: readonly string[],
): Promise<void> {
  await ofEndpoint(trx, endpoint)
    .where(anyOf(trx, "id", "uuid", ids))
    .delete();
  await deletePayloads(trx, endpoint.accountId, ids);
}

/** Deliveries of all accounts that are waiting or under way, counted up to 100,000. */
export async function countPendingDeliveries(db: Db): Promise<number> {
  const [row] = await rawRows<{ total: number }>(
    db,
    `select count(*) as total from
       (select 1 from webhook_deliveries where status = 'pending' limit ${COUNT_LIMIT}) as waiting`,
  );
  return row?.total ?? 0;
}
