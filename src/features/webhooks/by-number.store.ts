import { anyOf } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { type DeliveryRow, ofEndpoint } from "./deliveries.store";
import { NO_ATTEMPTS } from "./delivery";
import { momentOf } from "./message-delivery-index.store";
import { payloadsOf } from "./payloads.store";
import { everyEndpointId } from "./webhooks.store";

/** A delivery with only the events that name the number. */
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

/** Returns the ids of the deliveries whose events name the number as the recipient. */
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

/**
 * Reads the next deliveries after the id `after`. Returns the ids of deliveries that report an inbound record
 * of the number but have no number in the column `person`. An earlier build erased the number from this
 * column only. `last` is the last id that was read; null after the last delivery.
 */
export async function cleanedInboundOf(
  db: Db,
  { accountId, phone }: OfNumber,
  after: string | null,
  limit = DELIVERIES_AT_ONCE,
): Promise<{ ids: string[]; last: string | null }> {
  const query = db("webhook_payloads").where({ account_id: accountId });
  if (after !== null) void query.where("id", ">", after);
  const read = (await query.orderBy("id").limit(limit).pluck("id")) as string[];
  const endpoints = await everyEndpointId(db, accountId);
  const inbound = (await db<DeliveryRow>("webhook_deliveries")
    .where({ account_id: accountId })
    .whereIn("event_type", ["inbound_message", "inbound_rcs_event"])
    .whereIn("webhook_id", endpoints)
    .where(anyOf(db, "id", "uuid", read))
    .pluck("id")) as string[];
  const ids = (await db("webhook_payloads")
    .where({ account_id: accountId })
    .whereNull("person")
    .where(anyOf(db, "id", "uuid", inbound))
    .whereRaw(`${positionFunction(db)}(events, ?) > 0`, [`"sender":"${phone}"`])
    .orderBy("id")
    .pluck("id")) as string[];
  return { ids, last: read.length < limit ? null : (read.at(-1) ?? null) };
}

const names = (phone: string, { data }: { data?: { to?: unknown; sender?: unknown; phone?: unknown } }) =>
  [data?.to, data?.sender, data?.phone].includes(phone);

/** Returns deliveries with the events that name the number. Leaves out other events of a delivery. */
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
