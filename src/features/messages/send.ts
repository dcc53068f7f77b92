import type { components } from "../../../generated/schema";
import type { ContentSupport } from "../../carriers/kind";
import type { Platform } from "../../platform/platform";
import type { Wakeups } from "../../queue/wakeups";
import { conflict, Problem } from "../../platform/problem";
import { fileIdsOf } from "../../messaging/content";
import type { MessageEffects } from "./message-effects";
import {
  announceMessages,
  changesBy,
  type PreparedMessages,
  prepareMessages,
  wakesOfEffects,
  writeMessages,
} from "./creation";
import { fingerprintOf } from "./fingerprint";
import { requireChosenSender } from "../senders/sender";
import { claimKey, findAnswer, replaceAnswer, type StoredAnswer } from "./idempotency.store";
import { sendFacts } from "./send-facts.store";
import type { WriteSend } from "./send-group";
import {
  completePlan,
  type DraftedRecipient,
  draftSlice,
  planSend,
  readSend,
  rejectUnsupportedContent,
  type SendBody,
  type SendPlan,
} from "./send-plan";
import { PRIORITY } from "./submission-job";

export type SendAnswer = components["schemas"]["SendMessagesResponse"];

export type SendParts = Pick<Platform, "db" | "clock" | "ids" | "metrics"> & {
  wakeups: Wakeups;
  connections: ContentSupport;
} & MessageEffects;

interface Idempotency {
  key: string;
  fingerprint: string;
}

interface Sent {
  answer: SendAnswer;
  replayed: boolean;
}

/** Up to so many recipients a send shares questions and commits with others. */
const FEW = 5;

/** Creates the messages of a send, once for each idempotency key. */
export async function sendMessages(
  app: SendParts & { writeSend: WriteSend },
  accountId: string,
  body: SendBody,
  idempotencyKey: string | undefined,
): Promise<Sent> {
  const idempotency =
    idempotencyKey === undefined ? null : { key: idempotencyKey, fingerprint: fingerprintOf(body) };
  return (
    (body.recipients.length <= FEW ? await sendToFew(app, accountId, body, idempotency) : null) ??
    (await sendAlone(app, accountId, body, idempotency))
  );
}

/** Null where the send has to go on by itself. Nothing was written then, and the caller hears from there what is wrong. */
async function sendToFew(
  app: SendParts & { writeSend: WriteSend },
  accountId: string,
  body: SendBody,
  idempotency: Idempotency | null,
): Promise<Sent | null> {
  const { db, clock } = app;
  const read = await readSend(db, accountId, body).catch((problem: unknown) => {
    if (problem instanceof Problem) return null;
    throw problem;
  });
  if (read === null || fileIdsOf(read.content).length > 0) return null;
  const { channel, senderId, phones, compiled } = read;
  const withValues = compiled.variables.length > 0;
  const key = idempotency?.key ?? null;
  const wanted = { accountId, channel, senderId, phones, withValues, key, now: clock.now() };
  const facts = await sendFacts(app, wanted);
  if (facts.stored !== null) return null;
  requireChosenSender(senderId, channel, facts.sender);
  rejectUnsupportedContent(app.connections, { ...read, files: new Map() }, facts.sender);
  const plan = await completePlan(db, read, { ...facts, mediaAvailable: true });
  const [slice = [], ...more] = plan.slices;
  if (more.length > 0) return null;
  const { created, results } = await prepareSlice(app, plan, await draftSlice(db, plan, slice));
  if (app.messageEffects.some((effect) => effect.needsTransaction(changesBy(created)))) return null;
  const answer: SendAnswer = { data: results };
  const claim = idempotency && {
    ...idempotency,
    accountId,
    answer: JSON.stringify(answer),
    now: created.now,
  };
  const few = { ...created, concerned: facts.concerned };
  if (!(await app.writeSend({ created: few, claim }))) return null;
  const { wakes, ...announcement } = created.announcement;
  announceMessages(app, [{ ...announcement, wakes: [...wakes, ...wakesOfEffects(app, few)] }]);
  return { answer, replayed: false };
}

async function sendAlone(
  app: SendParts,
  accountId: string,
  body: SendBody,
  idempotency: Idempotency | null,
): Promise<Sent> {
  if (idempotency === null) return { answer: await create(app, accountId, body, null), replayed: false };
  const { key, fingerprint } = idempotency;
  const replay = await storedAnswer(app, accountId, key, fingerprint);
  if (replay) return { answer: replay, replayed: true };
  try {
    const answer = await create(app, accountId, body, idempotency);
    return { answer, replayed: false };
  } catch (error) {
    if (!(error instanceof KeyTaken)) throw error;
    // Another request with the key was committed meanwhile: its answer is there now.
    const answer = await storedAnswer(app, accountId, key, fingerprint);
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
  idempotency: Idempotency | null,
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
    await writeMessages(app, trx, first.created);
    for (const slice of more) {
      const next = await prepareSlice(app, plan, await draftSlice(trx, plan, slice));
      await writeMessages(app, trx, next.created);
      announcements.push(next.created.announcement);
      answer.data.push(...next.results);
    }
    if (idempotency && more.length > 0) {
      await replaceAnswer(trx, accountId, idempotency.key, JSON.stringify(answer));
    }
  });
  announceMessages(app, announcements);
  return answer;
}

/** The messages of some recipients, and what their sender is told of them. */
async function prepareSlice(
  app: SendParts,
  { accountId, channel, templateId, followUps, sender }: SendPlan,
  recipients: readonly DraftedRecipient[],
): Promise<{ created: PreparedMessages; results: SendAnswer["data"] }> {
  const created = await prepareMessages(
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
