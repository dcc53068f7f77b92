import { anyOf } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import { type DeliveryRow, ofEndpoint } from "./deliveries.store";
import { NO_ATTEMPTS } from "./delivery";
import { momentOf, reportingUntil } from "./message-delivery-index.store";
import { payloadsOf } from "./payloads.store";
import { everyEndpointId } from "./webhooks.store";

interface DeliveryOfNumber extends Pick<DeliveryRow, "id" | "webhook_id" | "event_type" | "status"> {
  createdAt: number;
  events: unknown[];
}

interface OfNumber {
  accountId: string;
  /** Number in E.164. */
  phone: string;
}

/** Returns the JSON that names the recipient in a payload. Texts cannot match: their quotes are escaped. */
const recipientIn = (phone: string) => `"to":"${phone}"`;

/** Returns the ids of the attempted deliveries that report on these messages to the number. */
export async function deliveriesOfMessages(
  db: Db,
  { accountId, phone }: OfNumber,
  messageIds: readonly string[],
): Promise<string[]> {
  if (messageIds.length === 0) return [];
  return (await db("message_deliveries as m")
    .join("webhook_payloads as p", (on) =>
      on.on("p.account_id", "m.account_id").andOn("p.id", "m.delivery_id"),
    )
    .where({ "m.account_id": accountId })
    .whereIn("m.moment", [...new Set(messageIds.map(momentOf))])
    .whereRaw(`${positionFunction(db)}(p.events, ?) > 0`, [recipientIn(phone)])
    .distinct("m.delivery_id")
    .pluck("m.delivery_id")) as string[];
}

const DELIVERIES_AT_ONCE = 1_000;

/**
 * Yields the ids of `message_update` deliveries that were never attempted, in one array per page. Reads every
 * delivery after the id `since`, because the message index has a delivery only from its first attempt on.
 */
export async function* unattemptedDeliveries(
  db: Db,
  accountId: string,
  since: string,
): AsyncGenerator<string[]> {
  for (const webhookId of await everyEndpointId(db, accountId)) {
    for (let after: string | null = since; after !== null;) {
      const rows = (await ofEndpoint(db, { accountId, webhookId })
        .where("id", ">", after)
        .orderBy("id")
        .limit(DELIVERIES_AT_ONCE)
        .select(
          "id",
          db.raw(`(attempts = ? and event_type = 'message_update') as "isNew"`, [NO_ATTEMPTS]),
        )) as { id: string; isNew: boolean | number }[];
      yield rows.filter(({ isNew }) => isNew).map(({ id }) => id);
      after = rows.length < DELIVERIES_AT_ONCE ? null : (rows.at(-1)?.id ?? null);
    }
  }
}

export async function withRecipient(
  db: Db,
  { accountId, phone }: OfNumber,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  return (await db("webhook_payloads")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .whereRaw(`${positionFunction(db)}(events, ?) > 0`, [recipientIn(phone)])
    .pluck("id")) as string[];
}

/** Returns the next ids of deliveries that report inbound records or consents of the number, oldest first. */
export async function deliveriesOfInbound(
  db: Db,
  { accountId, phone, after }: OfNumber & { after: string },
  limit: number,
): Promise<string[]> {
  return (await db("webhook_payloads")
    .where({ account_id: accountId, person: phone })
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .pluck("id")) as string[];
}

/** Deliveries of a number that no index leads to. */
export interface UnindexedDeliveries {
  /**
   * Deliveries of inbound records of the number without a number in the column `person`. An earlier build
   * erased the number from this column only.
   */
  inbound: string[];
  /** Deliveries of any number that may report on deleted messages. */
  ofDeletedMessages: string[];
  /** Last id that was read; null after the last delivery. */
  last: string | null;
}

type PageRow = Pick<DeliveryRow, "id" | "event_type"> & { isNew: boolean | number };

/**
 * Reads the next deliveries after the id `after`. If `deletedUntil` is null, the account has no deleted
 * messages, so the payloads of `message_update` are not read.
 */
export async function unindexedDeliveries(
  db: Db,
  { accountId, phone }: OfNumber,
  { after, deletedUntil }: { after: string | null; deletedUntil: Instant | null },
  limit = DELIVERIES_AT_ONCE,
): Promise<UnindexedDeliveries> {
  const query = db("webhook_payloads").where({ account_id: accountId });
  if (after !== null) void query.where("id", ">", after);
  const read = (await query.orderBy("id").limit(limit).pluck("id")) as string[];
  const endpoints = await everyEndpointId(db, accountId);
  const types = [
    "inbound_message",
    "inbound_rcs_event",
    ...(deletedUntil === null ? [] : ["message_update"]),
  ];
  const rows = (await db<DeliveryRow>("webhook_deliveries")
    .where({ account_id: accountId })
    .whereIn("event_type", types)
    .whereIn("webhook_id", endpoints)
    .where(anyOf(db, "id", "uuid", read))
    .select("id", "event_type", db.raw(`(attempts = ?) as "isNew"`, [NO_ATTEMPTS]))) as PageRow[];
  const idsWhere = (holds: (row: PageRow) => unknown) => rows.filter(holds).map(({ id }) => id);
  const isReport = ({ event_type: type }: PageRow) => type === "message_update";
  const inbound = (await db("webhook_payloads")
    .where({ account_id: accountId })
    .whereNull("person")
    .where(
      anyOf(
        db,
        "id",
        "uuid",
        idsWhere((row) => !isReport(row)),
      ),
    )
    .whereRaw(`${positionFunction(db)}(events, ?) > 0`, [`"sender":"${phone}"`])
    .orderBy("id")
    .pluck("id")) as string[];
  // The message index lacks deliveries without attempts, which may report on any message.
  const ofDeletedMessages = idsWhere((row) => isReport(row) && row.isNew);
  if (deletedUntil !== null) {
    const attempted = idsWhere((row) => isReport(row) && !row.isNew);
    ofDeletedMessages.push(...(await reportingUntil(db, accountId, deletedUntil, attempted)));
  }
  return { inbound, ofDeletedMessages, last: read.length < limit ? null : (read.at(-1) ?? null) };
}

const names = (phone: string, { data }: { data?: { to?: unknown; sender?: unknown; phone?: unknown } }) =>
  [data?.to, data?.sender, data?.phone].includes(phone);

/** Returns these deliveries, oldest first, with only the events that name the number. */
export async function deliveriesOfNumber(
  db: Db,
  { accountId, phone }: OfNumber,
  ids: readonly string[],
): Promise<DeliveryOfNumber[]> {
  if (ids.length === 0) return [];
  // Name the endpoints too, because the primary key begins with account and endpoint.
  const endpoints = await everyEndpointId(db, accountId);
  const rows = await db<DeliveryRow>("webhook_deliveries")
    .where({ account_id: accountId })
    .whereIn("webhook_id", endpoints)
    .where(anyOf(db, "id", "uuid", ids))
    .orderBy("id")
    .select("id", "webhook_id", "event_type", "status", "created_at");
  const payloads = await payloadsOf(db, accountId, ids);
  return rows.map(({ created_at: createdAt, ...row }) => {
    const events = JSON.parse(String(payloads.get(row.id) ?? "[]")) as { data?: object }[];
    return { ...row, createdAt, events: events.filter((event) => names(phone, event)) };
  });
}
