import { insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { Question } from "../../platform/db/together";
import type { IdMaker } from "../../platform/ids";
import type { MessageUpdateEvent } from "../messages/events";
import type { Instant } from "../../platform/time";
import { insertPayloads, payloadsStatement } from "./payloads.store";
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
  await insertDeliveries(trx, deliveriesOf({ accountId, webhookIds }, made, now, ids));
}

/** One for each endpoint and run of events. */
export function deliveriesOf(
  { accountId, webhookIds }: { accountId: string; webhookIds: readonly string[] },
  made: readonly MessageUpdateEvent[],
  now: Instant,
  ids: IdMaker,
): NewDelivery[] {
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
  return deliveries;
}

/** Queues one event for one endpoint, to be sent at once and in a request of its own; answers the delivery's id. */
export async function enqueueSingle(
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

/** The account's endpoints that take events. */
export const endpointsQuestion = (accountId: string): Question<{ id: string }, string[]> => ({
  sql: "select id from webhook_endpoints where account_id = ? and status = 'enabled' order by id",
  bindings: [accountId],
  read: (rows) => rows.map(({ id }) => id),
});

export interface NewDelivery {
  accountId: string;
  id: string;
  webhookId: string;
  body: string;
  eventCount: number;
  dueAt: Instant;
  createdAt: Instant;
}

async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  const statement = deliveriesStatement(trx, deliveries);
  if (statement) await trx.raw(statement.sql, statement.bindings);
  await insertPayloads(
    trx,
    deliveries.map(({ accountId, id, body }) => ({ accountId, id, events: body })),
  );
}

/** A few deliveries with what they carry. */
export const deliveryStatements = (db: Db, deliveries: readonly NewDelivery[]): (Statement | null)[] => [
  deliveriesStatement(db, deliveries),
  payloadsStatement(deliveries.map(({ accountId, id, body }) => ({ accountId, id, events: body }))),
];

function deliveriesStatement(db: Db, deliveries: readonly NewDelivery[]): Statement | null {
  return insertStatement(
    db,
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
}
