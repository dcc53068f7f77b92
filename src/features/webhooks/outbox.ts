import type { Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { type IdMaker, instantOf } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import type { TraceCauses } from "../../platform/tracing/tracing";
import type { JobNotification } from "../../queue/job";
import { commitStatements, runQuery, runStatements } from "../../platform/db/statement-batch";
import { jobsStatement } from "../../queue/jobs.store";
import { deliveriesStatement } from "./deliveries.store";
import type { NewDelivery } from "./delivery";
import { deliveryJob, deliveryKey } from "./delivery-job";
import { EVENTS_PER_REQUEST, type EventOf, type EventType, type WebhookEvent } from "./event-types";
import { type Payload, payloadStatements } from "./payloads.store";
import type { EndpointKey } from "./endpoint";
import { subscribersQuery } from "./webhooks.store";

interface Outgoing extends NewDelivery {
  payload: Payload;
}

interface Batch<T extends EventType> {
  accountId: string;
  type: T;
  /** Creates the events. Only called if an endpoint of the account is subscribed to the type. */
  events(): readonly EventOf<T>[] | Promise<readonly EventOf<T>[]>;
}

/**
 * Queues events for the account's enabled endpoints that are subscribed to the type, in the transaction of
 * the reported changes. All endpoints receive the same event ids. Returns the job keys whose workers to
 * notify after the commit.
 */
export async function enqueueEvents<T extends EventType>(
  trx: Db,
  { accountId, type, events }: Batch<T>,
  now: Instant,
  ids: IdMaker,
): Promise<JobNotification[]> {
  const webhookIds = await runQuery(trx, subscribersQuery(accountId, type));
  if (webhookIds.length === 0) return [];
  const deliveries = deliveriesOf({ accountId, webhookIds, type }, await events(), now, ids);
  await runStatements(trx, deliveryStatements(trx, deliveries));
  return deliveryNotifications(accountId, webhookIds);
}

export const deliveryNotifications = (accountId: string, webhookIds: readonly string[]): JobNotification[] =>
  webhookIds.map((webhookId) => ({ kind: "delivery", ...deliveryKey({ accountId, webhookId }) }));

interface Recipients<T extends EventType> {
  accountId: string;
  webhookIds: readonly string[];
  type: T;
  /** Returns the spans that caused the events from `start` to `end`, exclusive. */
  causesOf?(start: number, end: number): TraceCauses;
}

/** Returns a new id and its instant as creation time, because replays by time select deliveries by id. */
function created(ids: IdMaker): Pick<NewDelivery, "id" | "createdAt"> {
  const id = ids.next();
  return { id, createdAt: instantOf(id) };
}

/** Returns one delivery for each endpoint and chunk of events. */
export function deliveriesOf<T extends EventType>(
  { accountId, webhookIds, type, causesOf }: Recipients<T>,
  made: readonly EventOf<T>[],
  now: Instant,
  ids: IdMaker,
): Outgoing[] {
  const deliveries: Outgoing[] = [];
  const max = EVENTS_PER_REQUEST[type];
  for (let start = 0; start < made.length; start += max) {
    const some = made.slice(start, start + max);
    const content = payloadOf(some);
    const causes = causesOf?.(start, start + max);
    for (const webhookId of webhookIds) {
      const delivery = { accountId, webhookId, ...created(ids), eventType: type, eventCount: some.length };
      deliveries.push(outgoing({ ...delivery, dueAt: now, alone: false, causes }, content));
    }
  }
  return deliveries;
}

type PayloadContent = Pick<Payload, "events" | "eventIds" | "person">;

function payloadOf(events: readonly WebhookEvent[]): PayloadContent {
  const [first] = events;
  return {
    events: JSON.stringify(events),
    eventIds: JSON.stringify(events.map(({ id }) => id)),
    person: personOf(first),
  };
}

/** Returns the number by which an erasure finds an inbound record or a consent; null for other events. */
function personOf(event: WebhookEvent | undefined): string | null {
  if (event?.type === "consent_update") return event.data.phone;
  return event && "sender" in event.data ? event.data.sender : null;
}

const outgoing = (delivery: NewDelivery, content: PayloadContent): Outgoing => ({
  ...delivery,
  payload: { accountId: delivery.accountId, id: delivery.id, ...content },
});

/** Queues one event for one endpoint, to be sent alone and at once. Returns the delivery's id. */
export async function enqueueSingle(
  db: Db,
  endpoint: EndpointKey,
  event: WebhookEvent,
  now: Instant,
  ids: IdMaker,
): Promise<string> {
  const delivery = {
    ...endpoint,
    ...created(ids),
    eventType: event.type,
    eventCount: 1,
    dueAt: now,
    alone: true,
  };
  await commitStatements(db, deliveryStatements(db, [outgoing(delivery, payloadOf([event]))]));
  return delivery.id;
}

export const deliveryStatements = (db: Db, deliveries: readonly Outgoing[]): (Statement | null)[] => [
  deliveriesStatement(db, deliveries),
  ...payloadStatements(deliveries.map(({ payload }) => payload)),
  jobsStatement(db, deliveries.map(deliveryJob)),
];
