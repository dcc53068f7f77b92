import { anyOf, bulkInsert } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { MessageUpdateEvent } from "../messages/events";
import type { EventType } from "./event-types";
import type { EndpointKey } from "./webhooks.store";

/** A delivery, and the messages that its events tell of. */
export interface ToldMessages extends EndpointKey {
  /** The delivery's. */
  id: string;
  messageIds: readonly string[];
}

/** The messages that the body of a request tells of; none where it carries other events than theirs. */
export function messageIdsIn(eventType: EventType, body: Buffer): string[] {
  if (eventType !== "message_update") return [];
  const events = JSON.parse(body.toString()) as MessageUpdateEvent[];
  return [...new Set(events.map(({ data }) => data.message_id))];
}

/** Notes what deliveries tell of, once their events are final; what is noted already stays. */
export async function insertToldMessages(trx: Db, deliveries: readonly ToldMessages[]): Promise<void> {
  const rows = deliveries.flatMap(({ accountId, webhookId, id, messageIds }) =>
    messageIds.map((messageId) => ({
      ...{ account_id: accountId, message_id: messageId },
      ...{ delivery_id: id, webhook_id: webhookId },
    })),
  );
  const columns = {
    account_id: "uuid",
    message_id: "uuid",
    delivery_id: "uuid",
    webhook_id: "uuid",
  } as const;
  await bulkInsert(trx, "webhook_delivery_messages", columns, rows, "on conflict do nothing");
}

/** What was noted of a message: a row for each delivery to one of these endpoints that tells of it. */
export const tellingOf = (
  db: Db,
  { accountId, messageId }: { accountId: string; messageId: string },
  webhookIds: readonly string[],
) =>
  db("webhook_delivery_messages")
    .where({ account_id: accountId, message_id: messageId })
    .whereIn("webhook_id", webhookIds);

export async function deleteToldMessages(
  trx: Db,
  accountId: string,
  deliveryIds: readonly string[],
): Promise<void> {
  if (deliveryIds.length === 0) return;
  await trx("webhook_delivery_messages")
    .where({ account_id: accountId })
    .where(anyOf(trx, "delivery_id", "uuid", deliveryIds))
    .delete();
}
