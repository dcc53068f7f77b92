import type { Knex } from "knex";
import { countChanges, deliveryCountsStatement } from "../../src/features/webhooks/delivery-counts.store";
import type { AttemptEntry } from "../../src/features/webhooks/delivery";
import {
  messageDeliveriesStatement,
  momentOf,
} from "../../src/features/webhooks/message-delivery-index.store";
import { idMaker } from "../../src/platform/ids";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { systemClock } from "../../src/platform/time";
import { insertRows } from "./seed";
import { inChunks } from "./stats";

/** Time between two deliveries, in milliseconds. */
const EVERY_MS = 2_000;

/** Inserts a finished delivery to the endpoint for each message. One delivery in fifty was abandoned. */
export async function seedDeliveries(
  db: Knex,
  accountId: string,
  webhookId: string,
  messageIds: readonly string[],
): Promise<void> {
  const ids = idMaker(systemClock);
  const now = systemClock.now();
  const first = now - messageIds.length * EVERY_MS;
  const deliveryOf = (index: number) => {
    const createdAt = first + index * EVERY_MS;
    const isAbandoned = index % 50 === 0;
    const attempt: AttemptEntry = [createdAt, isAbandoned ? 503 : 200, null, 20];
    const row = {
      account_id: accountId,
      id: ids.next(createdAt),
      webhook_id: webhookId,
      event_type: "message_update",
      event_count: 1,
      status: isAbandoned ? "abandoned" : "delivered",
      attempts: JSON.stringify([attempt]),
      created_at: createdAt,
    };
    return { row, attempt, messageId: messageIds[index] ?? "" };
  };
  const counted: Parameters<typeof countChanges>[0][number][] = [];
  await inChunks(messageIds.length, deliveryOf, async (deliveries) => {
    const rows = deliveries.map(({ row }) => row);
    await insertRows(db, "webhook_deliveries", rows);
    const payloads = deliveries.map(({ row, messageId }) => {
      const data = { message_id: messageId, status: "delivered" };
      const event = { id: ids.next(row.created_at), type: row.event_type, data };
      const texts = { events: JSON.stringify([event]), event_ids: JSON.stringify([event.id]) };
      return { account_id: accountId, id: row.id, ...texts };
    });
    await insertRows(db, "webhook_payloads", payloads);
    const moments = deliveries.map(({ row: { id }, messageId }) => ({
      accountId,
      webhookId,
      id,
      moments: [momentOf(messageId)],
    }));
    await commitStatements(db, [messageDeliveriesStatement(db, moments)]);
    counted.push(
      ...deliveries.map(({ attempt }) => ({ accountId, webhookId, latest: attempt, previous: null })),
    );
  });
  await commitStatements(db, [deliveryCountsStatement(db, countChanges(counted, now))]);
}
