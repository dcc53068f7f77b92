import type { components } from "../../generated/schema";
import type { App } from "../app";
import { conflict } from "../problem";
import { announceNewMessages, type NewMessages, newMessages, writeNewMessages } from "./creation";
import { fingerprintOf } from "./fingerprint";
import { claimKey, findAnswer, replaceAnswer, type StoredAnswer } from "./idempotency.store";
import { type DraftedRecipient, draftSlice, planSend, type SendBody, type SendPlan } from "./send-plan";
import { PRIORITY } from "./submission-job";

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
  const [slice = [], ...more] = plan.slices;
  // Most sends are one slice, which is made before the transaction, so that this stays short.
  const first = await prepareSlice(app, plan, await draftSlice(app.db, plan, slice));
  const announcements = [first.created.announcement];
  const answer: SendAnswer = { data: first.results };
  await app.db.transaction(async (trx) => {
    if (idempotency) {
      const stored = { fingerprint: idempotency.fingerprint, answer: JSON.stringify(answer) };
      if (!(await claimKey(trx, accountId, idempotency.key, stored, first.created.now))) throw new KeyTaken();
    }
    await writeNewMessages(app, trx, first.created);
    for (const slice of more) {
      const next = await prepareSlice(app, plan, await draftSlice(trx, plan, slice));
      await writeNewMessages(app, trx, next.created);
      announcements.push(next.created.announcement);
      answer.data.push(...next.results);
    }
    if (idempotency && more.length > 0) {
      await replaceAnswer(trx, accountId, idempotency.key, JSON.stringify(answer));
    }
  });
  announceNewMessages(app, announcements);
  return answer;
}

/** The messages of some recipients, and what their sender is told of them. */
async function prepareSlice(
  app: SendParts,
  { accountId, channel, templateId, followUps, sender }: SendPlan,
  recipients: readonly DraftedRecipient[],
): Promise<{ created: NewMessages; results: SendAnswer["data"] }> {
  const created = await newMessages(
    app,
    { accountId, channel, templateId, campaignId: null, followUps, sender, priority: PRIORITY.inline },
    recipients.map(({ to, contact, clientReference, variables, draft }) => ({
      to,
      contactId: contact?.id ?? null,
      clientReference,
      variables,
      draft,
    })),
  );
  const results = recipients.map(({ to, draft: { status, error } }, index) => ({
    message_id: created.messages[index]?.id ?? "",
    to,
    status,
    error,
  }));
  return { created, results };
}
