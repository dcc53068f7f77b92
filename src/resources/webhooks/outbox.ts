import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { IdMaker } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import type { JobKey } from "../../queue/job";
import { enqueueJobs, jobsStatement } from "../../queue/jobs.store";
import type { MessageUpdateEvent } from "../messages/events";
import { deliveriesStatement, insertDeliveries } from "./deliveries.store";
import type { NewDelivery } from "./delivery";
import { deliveryJob, deliveryKey } from "./delivery-job";
import { insertPayloads, type Payload, payloadsStatement } from "./payloads.store";
import { enabledEndpoints, type EndpointKey } from "./webhooks.store";

/** The most events in one request. */
export const MAX_EVENTS = 100;
/**
 * How long a delivery that is not full waits for company, in milliseconds: the first events of a message come within
 * a few of them.
 */
export const LINGER_MS = 50;

/** A delivery with what it carries. */
interface Outgoing extends NewDelivery {
  payload: Payload;
}

/**
 * Queues events for every enabled endpoint of the account, in the transaction of the changes that they tell of; where
 * the account has no endpoint, the events are not even made. An event goes to each endpoint under the same id. Any
 * number of events may be given. Answers whom to wake for `delivery` once the transaction is committed.
 */
export async function enqueueEvents(
  trx: Db,
  accountId: string,
  events: readonly MessageUpdateEvent[] | (() => readonly MessageUpdateEvent[]),
  now: Instant,
  ids: IdMaker,
): Promise<JobKey[]> {
  const webhookIds = await enabledEndpoints(trx, accountId);
  if (webhookIds.length === 0) return [];
  const made = typeof events === "function" ? events() : events;
  await enqueue(trx, deliveriesOf({ accountId, webhookIds }, made, now, ids));
  return webhookIds.map((webhookId) => deliveryKey({ accountId, webhookId }));
}

/** One for each endpoint and run of events. */
export function deliveriesOf(
  { accountId, webhookIds }: { accountId: string; webhookIds: readonly string[] },
  made: readonly MessageUpdateEvent[],
  now: Instant,
  ids: IdMaker,
): Outgoing[] {
  const deliveries: Outgoing[] = [];
  for (let start = 0; start < made.length; start += MAX_EVENTS) {
    const some = made.slice(start, start + MAX_EVENTS);
    const carried = carriedBy(some);
    const dueAt = some.length < MAX_EVENTS ? now + LINGER_MS : now;
    for (const webhookId of webhookIds) {
      const delivery = { accountId, webhookId, id: ids.next(), eventCount: some.length };
      deliveries.push(outgoing({ ...delivery, createdAt: now, dueAt, alone: false }, carried));
    }
  }
  return deliveries;
}

type Carried = Pick<Payload, "events" | "eventIds">;

const carriedBy = (events: readonly MessageUpdateEvent[]): Carried => ({
  events: JSON.stringify(events),
  eventIds: JSON.stringify(events.map(({ id }) => id)),
});

const outgoing = (delivery: NewDelivery, carried: Carried): Outgoing => ({
  ...delivery,
  payload: { accountId: delivery.accountId, id: delivery.id, ...carried },
});

/** Queues one event for one endpoint, to be sent at once and in a request of its own; answers the delivery's id. */
export async function enqueueSingle(
  db: Db,
  endpoint: EndpointKey,
  event: MessageUpdateEvent,
  now: Instant,
  ids: IdMaker,
): Promise<string> {
  const delivery = { ...endpoint, id: ids.next(), eventCount: 1, createdAt: now, dueAt: now, alone: true };
  await db.transaction((trx) => enqueue(trx, [outgoing(delivery, carriedBy([event]))]));
  return delivery.id;
}

async function enqueue(trx: Db, deliveries: readonly Outgoing[]): Promise<void> {
  await insertDeliveries(trx, deliveries);
  await insertPayloads(
    trx,
    deliveries.map(({ payload }) => payload),
  );
  await enqueueJobs(trx, deliveries.map(deliveryJob));
}

/** A few deliveries with what they carry, as statements that are written together. */
export const deliveryStatements = (db: Db, deliveries: readonly Outgoing[]): (Statement | null)[] => [
  deliveriesStatement(db, deliveries),
  payloadsStatement(deliveries.map(({ payload }) => payload)),
  jobsStatement(db, deliveries.map(deliveryJob)),
];
