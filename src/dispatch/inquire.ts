import { messagesOfBatch } from "../messages/messages.store";
import { sendersById } from "../senders/senders.store";
import { SECOND } from "../time";
import { inquiryPause } from "./backoff";
import {
  deleteBatch,
  holdBatch,
  insertBatches,
  type LeasedBatch,
  leaseBatch,
  sendersWithWork,
} from "./batches.store";
import { type DispatchParts, toSubmission } from "./submission";
import type { Turns } from "./turns";

/**
 * Looks after the messages of the next batch whose reports are overdue: asks the carrier, where it can be asked,
 * until every message has its report or the window for reports is over. False when nothing is due.
 */
export async function inquireNext(app: DispatchParts, turns: Turns): Promise<boolean> {
  const now = app.clock.now();
  const key = turns.next(await sendersWithWork(app.db, "await", now));
  if (!key) return false;
  return turns.serve(key, async () => {
    const batch = await leaseBatch(app.db, key, "await", now);
    if (batch) await inquire(app, batch);
    return true;
  });
}

async function inquire(app: DispatchParts, batch: LeasedBatch): Promise<void> {
  const { db, clock, config, carriers } = app;
  const sender = (await sendersById(db, batch.accountId, [batch.senderId])).get(batch.senderId);
  const carrier = sender && carriers.get(sender.carrier);
  const waiting = await messagesOfBatch(db, batch, "sent");
  const over = clock.now() - batch.createdAt >= config.receiptWindowSeconds * SECOND;
  if (waiting.length > 0 && !over && sender && carrier?.inquire) {
    await carrier.inquire(
      waiting.map((message) => ({
        ...toSubmission(message, sender, 0),
        submittedAt: message.history.find(([status]) => status === "sent")?.[1] ?? batch.createdAt,
      })),
    );
  }
  const left = over || !carrier?.inquire ? [] : await messagesOfBatch(db, batch, "sent");
  const now = clock.now();
  await db.transaction(async (trx) => {
    if (!(await holdBatch(trx, batch, now))) return;
    await deleteBatch(trx, batch);
    if (left.length === 0) return;
    const attempt = batch.attempt + 1;
    const ids = left.map(({ id }) => id);
    await insertBatches(trx, [
      { ...batch, ids, size: ids.length, attempt, dueAt: now + inquiryPause(attempt) },
    ]);
  });
}
