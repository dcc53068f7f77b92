import type { Knex } from "knex";
import { type IdMaker, idMaker } from "../../src/platform/ids";
import { CountChanges, countsStatement } from "../../src/features/messages/counts.store";
import { submissionJob } from "../../src/features/messages/submission-job";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { jobsStatement } from "../../src/queue/jobs.store";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import { type NewMessage, newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { systemClock } from "../../src/platform/time";
import { numberOf, type Tenant } from "./seed";

/** Messages per batch. */
export const BATCH = 1_000;

export interface SeededText {
  textOf: (index: number) => string;
  segments: number;
}

const LONG: SeededText = {
  textOf: (index) =>
    `Olá Cliente ${index}, seu pedido já saiu para Recife e chega até amanhã. Responda SAIR para não receber mais.`,
  segments: 2,
};

/** Inserts pending messages in batches of 1,000, as a send does, but without their `pending` events. */
export async function seedMessages(
  db: Knex,
  tenant: Tenant,
  count: number,
  text: SeededText = LONG,
): Promise<void> {
  const ids = idMaker(systemClock);
  for (let start = 0; start < count; start += BATCH) {
    await seedBatch(db, ids, tenant, { start, size: Math.min(BATCH, count - start) }, text);
  }
}

async function seedBatch(
  db: Knex,
  ids: IdMaker,
  { accountId, senderId }: Tenant,
  { start, size }: { start: number; size: number },
  { textOf, segments }: SeededText,
): Promise<void> {
  const createdAt = systemClock.now();
  const batchId = ids.next();
  const history = JSON.stringify([["pending", createdAt]]);
  const messages = Array.from({ length: size }, (_, offset): NewMessage => {
    const content = { type: "text", text: textOf(start + offset) } as const;
    const recipient = numberOf(21, start + offset);
    return {
      id: ids.next(),
      batch_id: batchId,
      status: "pending",
      recipient,
      contact_id: null,
      content: JSON.stringify(content),
      segments,
      error: null,
      block_reason: null,
      client_reference: null,
      parent_message_id: null,
      not_before: null,
      variables: null,
      history,
      search: recipient + searchOfContent(content),
    };
  });
  const purpose = "transactional" as const;
  const counts = new CountChanges();
  for (const _ of messages) {
    const of = {
      createdAt,
      channel: "sms",
      purpose,
      templateId: null,
      campaignId: null,
      tags: null,
    } as const;
    counts.add(of, "pending", 1, 0);
  }
  const shared = {
    ...({ accountId, channel: "sms", purpose, sender: "27000", senderId: null } as const),
    ...{ templateId: null, campaignId: null, tags: null, followUps: null, traceParent: null, createdAt },
  };
  const job = submissionJob({
    ...{ accountId, senderId, campaignId: null, exempt: false, purpose },
    ...{ origin: batchId, messageIds: messages.map(({ id }) => id), now: createdAt },
    bytes: messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
  });
  await commitStatements(db, [
    newMessagesStatement(db, [{ shared, messages }]),
    jobsStatement(db, [job]),
    countsStatement(db, [{ accountId, counts }]),
  ]);
}
