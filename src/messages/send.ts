import type { components } from "../../generated/schema";
import type { App } from "../app";
import { insertBatches, PRIORITY } from "../dispatch/batches.store";
import { instantOf } from "../ids";
import { conflict } from "../problem";
import { enqueueEvents } from "../webhooks/outbox.store";
import { CountChanges, writeCounts } from "./counts.store";
import { searchText } from "./draft";
import { updateEvents } from "./events";
import { fingerprintOf } from "./fingerprint";
import { claimKey, findAnswer, type StoredAnswer } from "./idempotency.store";
import type { HistoryEntry } from "./message";
import { insertMessages, type NewMessage } from "./messages.store";
import { planSend, type SendBody, type SendPlan } from "./send-plan";

export type SendAnswer = components["schemas"]["SendMessagesResponse"];

type SendParts = Pick<App, "db" | "clock" | "ids" | "metrics" | "wakeups">;

/** Creates the messages of a send, once for each idempotency key. */
export async function sendMessages(
  app: SendParts,
  accountId: string,
  body: SendBody,
  idempotencyKey: string | undefined,
): Promise<{ answer: SendAnswer; replayed: boolean }> {
  if (idempotencyKey === undefined)
    return { answer: await create(app, accountId, body, null), replayed: false };
  const fingerprint = fingerprintOf(body);
  const replay = await storedAnswer(app, accountId, idempotencyKey, fingerprint);
  if (replay) return { answer: replay, replayed: true };
  try {
    const answer = await create(app, accountId, body, { key: idempotencyKey, fingerprint });
    return { answer, replayed: false };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    // Another request with the key was committed meanwhile: its answer is there now.
    const answer = await storedAnswer(app, accountId, idempotencyKey, fingerprint);
    if (answer) return { answer, replayed: true };
    throw conflict("A request with this Idempotency-Key is still running", undefined, { "Retry-After": "1" });
  }
}

/** Thrown inside a transaction to undo it: the key belongs to another request. */
class KeyTaken extends Error {}

async function storedAnswer(
  { db, clock }: SendParts,
  accountId: string,
  key: string,
  fingerprint: string,
): Promise<SendAnswer | null> {
  const stored: StoredAnswer | null = await findAnswer(db, accountId, key, clock.now());
  if (stored === null) return null;
  if (stored.fingerprint !== fingerprint) {
    throw conflict("This Idempotency-Key was used with a different body", [
      { field: "Idempotency-Key", message: "belongs to another request body" },
    ]);
  }
  return JSON.parse(stored.answer) as SendAnswer;
}

async function create(
  app: SendParts,
  accountId: string,
  body: SendBody,
  idempotency: { key: string; fingerprint: string } | null,
): Promise<SendAnswer> {
  const plan = await planSend(app, accountId, body);
  const batch = toBatch(app, accountId, plan);
  const { now } = batch;
  await app.db.transaction(async (trx) => {
    if (idempotency) {
      const stored = { fingerprint: idempotency.fingerprint, answer: JSON.stringify(batch.answer) };
      if (!(await claimKey(trx, accountId, idempotency.key, stored, now))) throw new KeyTaken();
    }
    const group = {
      accountId,
      batchId: batch.id,
      channel: plan.channel,
      sender: plan.sender?.address ?? null,
      templateId: plan.templateId,
      createdAt: now,
    };
    await insertMessages(trx, group, batch.messages);
    await insertBatches(trx, batch.batches);
    await writeCounts(trx, accountId, batch.counts);
    await enqueueEvents(
      trx,
      accountId,
      () => updateEvents(batch.firstTransitions(), app.ids, now),
      now,
      app.ids,
    );
  });
  for (const status of ["pending", "blocked", "error"] as const) {
    const created = batch.answer.data.filter((result) => result.status === status).length;
    if (created > 0) app.metrics.messagesCreated.inc({ channel: plan.channel, status }, created);
  }
  app.wakeups.wake("dispatch");
  app.wakeups.wake("webhooks");
  return batch.answer;
}

/** Everything that a planned send writes, made before its transaction begins so that this stays short. */
function toBatch({ clock, ids }: SendParts, accountId: string, plan: SendPlan) {
  // Windows of time are looked up by id, so the messages' instant is the one that their ids carry: ids never fall
  // back behind those made before, and may so be a little ahead of the clock.
  const id = ids.next(clock.now());
  const now = instantOf(id);
  const counts = new CountChanges();
  const messages: NewMessage[] = [];
  const answer: SendAnswer = { data: [] };
  const history = historyTexts(now);
  const counted = { createdAt: now, channel: plan.channel, templateId: plan.templateId, campaignId: null };
  for (const { to, contact, clientReference, draft } of plan.recipients) {
    const messageId = ids.next(now);
    messages.push({
      id: messageId,
      status: draft.status,
      recipient: to,
      contact_id: contact?.id ?? null,
      content: draft.content === null ? null : JSON.stringify(draft.content),
      segments: draft.sms?.segments ?? null,
      error: draft.error === null ? null : JSON.stringify(draft.error),
      client_reference: clientReference,
      history: history(draft),
      search: searchText(to, draft.content),
    });
    counts.add(counted, draft.status, 1, 0);
    answer.data.push({ message_id: messageId, to, status: draft.status, error: draft.error });
  }
  const pending = messages.filter((message) => message.status === "pending");
  const [first, last] = [pending[0], pending.at(-1)];
  const batches =
    !first || !last || !plan.sender
      ? []
      : [
          {
            accountId,
            id,
            senderId: plan.sender.id,
            phase: "submit" as const,
            priority: PRIORITY.inline,
            dueAt: now,
            attempt: 0,
            originId: id,
            firstId: first.id,
            lastId: last.id,
            ids: null,
            size: pending.length,
            createdAt: now,
          },
        ];
  return { id, now, answer, messages, batches, counts, firstTransitions };

  function firstTransitions() {
    const common = { channel: plan.channel, templateId: plan.templateId, campaignId: null };
    return plan.recipients.map(({ to, clientReference, draft: { status, error } }, index) => {
      const id = answer.data[index]?.message_id ?? "";
      const message = { ...common, id, recipient: to, clientReference };
      return { message, previous: null, status, sequence: 1, at: now, error, price: 0 };
    });
  }
}

/** The first history of a message: the same text for all that begin alike. */
function historyTexts(now: number): (draft: SendPlan["recipients"][number]["draft"]) => string {
  const plain = new Map<string, string>();
  return ({ status, error }) => {
    if (error !== null) return JSON.stringify([[status, now, error]] satisfies HistoryEntry[]);
    const known = plain.get(status) ?? JSON.stringify([[status, now]] satisfies HistoryEntry[]);
    plain.set(status, known);
    return known;
  };
}
