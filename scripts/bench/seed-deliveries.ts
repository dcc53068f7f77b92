import type { Knex } from "knex";
import { deliveryCountsStatement } from "../../src/features/webhooks/delivery-counts.store";
import { countChanges } from "../../src/features/webhooks/delivery-counts";
import type { AttemptEntry } from "../../src/features/webhooks/delivery";
import {
  messageDeliveriesStatement,
  momentOf,
} from "../../src/features/webhooks/message-delivery-index.store";
import { bulkInsert } from "../../src/platform/db/bulk";
import { idMaker } from "../../src/platform/ids";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { systemClock } from "../../src/platform/time";
import { inChunks } from "./seed-replies";

const DELIVERY = {
  ...({ account_id: "uuid", id: "uuid", webhook_id: "uuid", event_type: "text", status: "text" } as const),
  ...({ event_count: "integer", attempts: "text", created_at: "bigint" } as const),
};
const PAYLOAD = { account_id: "uuid", id: "uuid", events: "text", event_ids: "text" } as const;

/** Milliseconds between two deliveries. */
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
  const deliveries = messageIds.map((messageId, index) => {
    const createdAt = first + index * EVERY_MS;
    const isAbandoned = index % 50 === 0;
    const attempt: AttemptEntry = isAbandoned ? [createdAt, 503, null, 20] : [createdAt, 200, null, 20];
    const made = { id: ids.next(createdAt), eventId: ids.next(createdAt), createdAt };
    return { ...made, messageId, isAbandoned, attempt };
  });
  await inChunks(deliveries, async (chunk) => {
    const rows = chunk.map(({ id, isAbandoned, attempt, createdAt }) => ({
      ...{ account_id: accountId, id, webhook_id: webhookId, event_type: "message_update", event_count: 1 },
      ...{ status: isAbandoned ? "abandoned" : "delivered", created_at: createdAt },
      attempts: JSON.stringify([attempt]),
    }));
    await bulkInsert(db, "webhook_deliveries", DELIVERY, rows);
    const payloads = chunk.map(({ id, eventId, messageId }) => ({
      ...{ account_id: accountId, id, event_ids: JSON.stringify([eventId]) },
      events: JSON.stringify([
        { id: eventId, type: "message_update", data: { message_id: messageId, status: "delivered" } },
      ]),
    }));
    await bulkInsert(db, "webhook_payloads", PAYLOAD, payloads);
    const moments = chunk.map(({ id, messageId }) => ({
      ...{ accountId, webhookId, id, moments: [momentOf(messageId)] },
    }));
    await commitStatements(db, [messageDeliveriesStatement(db, moments)]);
  });
  const counted = deliveries.map(({ attempt }) => ({
    accountId,
    webhookId,
    latest: attempt,
    previous: null,
  }));
  await commitStatements(db, [deliveryCountsStatement(db, countChanges(counted, now))]);
}
