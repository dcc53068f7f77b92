import { anyOf, bulkInsert } from "../../platform/db/bulk";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { instantOf } from "../../platform/ids";
import type { EventType } from "./event-types";
import type { EndpointKey } from "./endpoint";

// Index of the deliveries that report on a message. A row per event would cost as much as all other writes
// for it. The index stores the creation moments of a delivery's messages: one or two for a campaign's
// messages. The payload shows whether the message is among them.

/** A moment's length in milliseconds. In it a busy service makes some thousand messages, told of by some ten requests. */
const MOMENT_MS = 256;

const momentOf = (messageId: string) => Math.floor(instantOf(messageId) / MOMENT_MS);

/** How an event in a payload tells of its message. In texts of people a quote has a backslash before it. */
const told = (messageId: string) => `"message_id":"${messageId}"`;
const TOLD = /"message_id":"([0-9a-f-]{36})"/g;

/** From when the messages are that the body of a request tells of; nothing where it carries other events than theirs. */
export function momentsIn(eventType: EventType, body: Buffer): number[] {
  if (eventType !== "message_update") return [];
  const moments = new Set<number>();
  for (const [, id] of body.toString("latin1").matchAll(TOLD)) moments.add(momentOf(id as string));
  return [...moments];
}

/** A delivery, and from when the messages are that its events tell of. */
export interface MessageDeliveries extends EndpointKey {
  /** The delivery's. */
  id: string;
  moments: readonly number[];
}

/** Notes of deliveries from when their messages are, once their events are final; what is noted already stays. */
export async function insertMessageDeliveries(
  trx: Db,
  deliveries: readonly MessageDeliveries[],
): Promise<void> {
  const rows = deliveries.flatMap(({ accountId, webhookId, id, moments }) =>
    moments.map((moment) => ({ account_id: accountId, moment, delivery_id: id, webhook_id: webhookId })),
  );
  const columns = { account_id: "uuid", moment: "bigint", delivery_id: "uuid", webhook_id: "uuid" } as const;
  await bulkInsert(trx, "message_deliveries", columns, rows, "on conflict do nothing");
}

/** A row for each delivery to one of these endpoints that tells of a message. */
export const tellingOf = (
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
    .whereRaw(`${positionFunction(db)}(p.events, ?) > 0`, [told(messageId)]);

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
