import { anyOf, conditionalInsert, type Statement } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { instantOf } from "../../platform/ids";
import type { Instant } from "../../platform/time";
import type { EventType } from "./event-types";
import type { EndpointKey } from "./endpoint";

// Index of the deliveries that report on a message. A row per event would double the cost of writing an
// event. Therefore each row holds a creation moment that many messages share. The payload then shows whether
// the delivery reports on a given message.

/** Length of a creation moment, in milliseconds. A busy service creates about 1,000 messages per moment. */
const MOMENT_MS = 256;

const momentAt = (instant: Instant) => Math.floor(instant / MOMENT_MS);
export const momentOf = (messageId: string) => momentAt(instantOf(messageId));

/** Returns the JSON that names a message in a payload. Texts cannot match: their quotes are escaped. */
const named = (messageId: string) => `"message_id":"${messageId}"`;
const NAMED = /"message_id":"([0-9a-f-]{36})"/g;

/** Returns the creation moments of the messages that a request reports on. */
export function momentsIn(eventType: EventType, body: Buffer): number[] {
  if (eventType !== "message_update") return [];
  const moments = new Set<number>();
  for (const [, id] of body.toString("latin1").matchAll(NAMED)) moments.add(momentOf(id as string));
  return [...moments];
}

interface MessageDeliveries extends EndpointKey {
  id: string;
  moments: readonly number[];
}

/**
 * Returns the statement that adds deliveries to the index if the condition is true, except deliveries that
 * the index already has.
 */
export function messageDeliveriesStatement(
  db: Db,
  deliveries: readonly MessageDeliveries[],
  condition = "true",
): Statement | null {
  const rows = deliveries.flatMap(({ accountId, webhookId, id, moments }) =>
    moments.map((moment) => ({ account_id: accountId, moment, delivery_id: id, webhook_id: webhookId })),
  );
  const columns = { account_id: "uuid", moment: "bigint", delivery_id: "uuid", webhook_id: "uuid" } as const;
  const table = "message_deliveries";
  return conditionalInsert(db, table, columns, rows, condition, "on conflict do nothing");
}

export const reportingOn = (
  db: Db,
  { accountId, messageId }: { accountId: string; messageId: string },
  webhookIds: readonly string[],
) =>
  db("message_deliveries as m")
    .join("webhook_payloads as p", (on) =>
      on.on("p.account_id", "m.account_id").andOn("p.id", "m.delivery_id"),
    )
    .where({ "m.account_id": accountId, "m.moment": momentOf(messageId) })
    .whereIn("m.webhook_id", webhookIds)
    .whereRaw(`${positionFunction(db)}(p.events, ?) > 0`, [named(messageId)]);

/** Returns which of the deliveries report on messages created up to `until`, to within `MOMENT_MS`. */
export async function reportingUntil(
  db: Db,
  accountId: string,
  until: Instant,
  deliveryIds: readonly string[],
): Promise<string[]> {
  if (deliveryIds.length === 0) return [];
  return (
    (await db("message_deliveries")
      .where({ account_id: accountId })
      .where(anyOf(db, "delivery_id", "uuid", deliveryIds))
      // Without the `+`, SQLite would use the primary key and read all rows of the account up to the moment,
      // instead of the rows of these deliveries.
      .whereRaw("+moment <= ?", [momentAt(until)])
      .distinct()
      .pluck("delivery_id")) as string[]
  );
}

export async function deleteMessageDeliveries(
  trx: Db,
  accountId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await trx("message_deliveries")
    .where({ account_id: accountId })
    .where(anyOf(trx, "delivery_id", "uuid", deliveryIds))
    .delete();
}
