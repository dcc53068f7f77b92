import { bulkInsert } from "../db/bulk";
import type { Db } from "../db/dialect";
import type { IdMaker } from "../ids";
import type { MessageUpdateEvent } from "../messages/events";
import type { Instant } from "../time";
import { insertPayloads } from "./payloads.store";
import type { EndpointKey } from "./webhooks.store";

/** The most events in one request. */
export const MAX_EVENTS = 100;
/**
 * How long a delivery that is not full waits for company, in milliseconds: the first events of a message come within
 * a few of them. `due_at = created_at + LINGER_MS` marks such a delivery as long as it was never attempted.
 */
export const LINGER_MS = 50;

/**
 * Queues events for every enabled endpoint of the account, in the transaction of the changes that they tell of; where
 * the account has no endpoint, the events are not even made. An event goes to each endpoint under the same id. Any
 * number of events may be given. Wake the topic `webhooks` once the transaction is committed.
 */
export async function enqueueEvents(
  trx: Db,
  accountId: string,
  events: readonly MessageUpdateEvent[] | (() => readonly MessageUpdateEvent[]),
  now: Instant,
  ids: IdMaker,
): Promise<void> {
  const webhookIds = await enabledEndpoints(trx, accountId);
  if (webhookIds.length === 0) return;
  const made = typeof events === "function" ? events() : events;
  const deliveries: NewDelivery[] = [];
  for (let start = 0; start < made.length; start += MAX_EVENTS) {
    const some = made.slice(start, start + MAX_EVENTS);
    const body = JSON.stringify(some);
    for (const webhookId of webhookIds) {
      const dueAt = some.length < MAX_EVENTS ? now + LINGER_MS : now;
      deliveries.push({
        accountId,
        webhookId,
        id: ids.next(),
        body,
        eventCount: some.length,
        dueAt,
        createdAt: now,
      });
    }
  }
  await insertDeliveries(trx, deliveries);
}

/** Queues one event for one endpoint, to be sent at once and in a request of its own; answers the delivery's id. */
export async function enqueueAlone(
  db: Db,
  { accountId, webhookId }: EndpointKey,
  event: MessageUpdateEvent,
  now: Instant,
  ids: IdMaker,
): Promise<string> {
  const id = ids.next();
  const body = JSON.stringify([event]);
  const delivery = { accountId, webhookId, id, body, eventCount: 1, dueAt: now, createdAt: now };
  await db.transaction((trx) => insertDeliveries(trx, [delivery]));
  return id;
}

async function enabledEndpoints(db: Db, accountId: string): Promise<string[]> {
  const rows = (await db("webhook_endpoints")
    .select("id")
    .where({ account_id: accountId, status: "enabled" })
    .orderBy("id")) as { id: string }[];
  return rows.map(({ id }) => id);
}

interface NewDelivery {
  accountId: string;
  id: string;
  webhookId: string;
  body: string;
  eventCount: number;
  dueAt: Instant;
  createdAt: Instant;
}

async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  await bulkInsert(
    trx,
    "webhook_deliveries",
    {
      account_id: "uuid",
      id: "uuid",
      webhook_id: "uuid",
      status: "text",
      event_count: "integer",
      due_at: "bigint",
      created_at: "bigint",
    },
    deliveries.map((delivery) => ({
      account_id: delivery.accountId,
      id: delivery.id,
      webhook_id: delivery.webhookId,
      status: "pending",
      event_count: delivery.eventCount,
      due_at: delivery.dueAt,
      created_at: delivery.createdAt,
    })),
  );
  await insertPayloads(
    trx,
    deliveries.map(({ accountId, id, body }) => ({ accountId, id, events: body })),
  );
}
