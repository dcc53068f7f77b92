import type { Knex } from "knex";
import { idMaker } from "../../src/platform/ids";
import { CountChanges, countsStatement } from "../../src/features/messages/counts.store";
import { submissionJob } from "../../src/features/messages/submission-job";
import { commitStatements } from "../../src/platform/db/statement-batch";
import { jobsStatement } from "../../src/queue/jobs.store";
import { searchOfContent } from "../../src/features/messages/rendered-message";
import { type NewMessage, newMessagesStatement } from "../../src/features/messages/new-messages.store";
import { systemClock } from "../../src/platform/time";
import { numberOf, type Tenant } from "./seed";

export const BATCH = 1_000;

interface SeededText {
  textOf: (index: number) => string;
  segments: number;
}

const LONG: SeededText = {
  textOf: (index) =>
    `Olá Cliente ${index}, seu pedido já saiu para Recife e chega até amanhã. Responda SAIR para não receber mais.`,
  segments: 2,
};

/** Inserts pending messages as sends of 1,000 messages would, but without webhook events. */
export async function seedMessages(
  db: Knex,
  { accountId, senderId }: Tenant,
  count: number,
  { textOf, segments }: SeededText = LONG,
): Promise<void> {
  const ids = idMaker(systemClock);
  for (let start = 0; start < count; start += BATCH) {
    const createdAt = systemClock.now();
    const batchId = ids.next();
    const messages = Array.from({ length: Math.min(BATCH, count - start) }, (_, offset): NewMessage => {
      const content = { type: "text", text: textOf(start + offset) } as const;
      const recipient = numberOf(21, start + offset);
      return {
        id: ids.next(),
        batch_id: batchId,
        status: "pending",
        recipient,
        contact_id: null,
        segments,
        content: JSON.stringify(content),
        search: recipient + searchOfContent(content),
        error: null,
        block_reason: null,
        client_reference: null,
        parent_message_id: null,
        not_before: null,
        variables: null,
        history: JSON.stringify([["pending", createdAt]]),
      };
    });
    const shared = {
      channel: "sms" as const,
      purpose: "transactional" as const,
      createdAt,
      templateId: null,
      campaignId: null,
      tags: null,
    };
    const counts = new CountChanges();
    for (const _ of messages) counts.add(shared, "pending", 1, 0);
    const job = submissionJob({
      accountId,
      senderId,
      campaignId: null,
      exempt: false,
      purpose: shared.purpose,
      origin: batchId,
      messageIds: messages.map(({ id }) => id),
      now: createdAt,
      bytes: messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0),
    });
    const sent = { accountId, sender: "27000", senderId: null, followUps: null, traceParent: null };
    await commitStatements(db, [
      newMessagesStatement(db, [{ shared: { ...shared, ...sent }, messages }]),
      jobsStatement(db, [job]),
      countsStatement(db, [{ accountId, counts }]),
    ]);
  }
}
