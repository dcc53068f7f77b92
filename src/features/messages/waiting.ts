import { setTimeout as pause } from "node:timers/promises";
import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import { invalidState, notFound } from "../../platform/problem";
import { enqueueJobs } from "../../queue/jobs.store";
import { type Wakeups, notifyAll } from "../../queue/wakeups";
import { type Applied, applyChanges } from "./changes";
import type { Message } from "./message";
import type { MessageEffects } from "./message-effects";
import { findMessage } from "./messages.store";
import { type MessagesToNumber, pendingMessagesTo } from "./number-erasure.store";
import type { OpeningOf } from "./send-time";
import {
  lockWaiting,
  lockWaitingOrParked,
  messagesOfSend,
  moveMessage,
  type OriginOfMessage,
  originOfMessage,
  type WaitingMessage,
} from "./waiting.store";

// Cancellation and rescheduling of messages that no carrier can have accepted.

export type WaitingDeps = Pick<Platform, "db" | "clock" | "ids" | "metrics"> & {
  wakeups: Wakeups;
} & MessageEffects;

/** Cancels a pending message. Throws 404, or 409 once its submission has begun. Idempotent. */
export async function cancelMessage(deps: WaitingDeps, accountId: string, id: string): Promise<Message> {
  const canceled = await deps.db.transaction(async (trx) => {
    const found = await lockOne(trx, accountId, id);
    return cancelAll(deps, trx, accountId, found === "canceled" ? [] : [found]);
  });
  afterCommit(deps, canceled);
  return read(deps, accountId, id);
}

/**
 * Moves a pending message to another time, or to the next opening after it. Throws 404, 409 once its
 * submission has begun, or 422 if the message cannot be sent at that time.
 */
export async function rescheduleMessage(
  deps: WaitingDeps,
  accountId: string,
  id: string,
  openingOf: OpeningOf,
): Promise<Message> {
  await deps.db.transaction(async (trx) => {
    const found = await lockOne(trx, accountId, id);
    if (found === "canceled") throw submitted("canceled");
    if (found.hold !== "none") throw submitted("held by a process that is about to submit it");
    const { message, job } = found;
    const notBefore = await openingOf(trx, message, job.payload.exempt === true);
    const now = deps.clock.now();
    const origin = deps.ids.next(now);
    const { ids: _ids, deferredByCarrier: _deferred, ...payload } = job.payload;
    await moveMessage(trx, message, { origin, notBefore }, now);
    await enqueueJobs(trx, [
      {
        ...job,
        id: origin,
        weight: 1,
        dueAt: notBefore,
        createdAt: notBefore,
        notBefore,
        payload: { ...payload, origin, first: id, last: id },
      },
    ]);
  });
  return read(deps, accountId, id);
}

/**
 * Pauses before the attempts to cancel a send, in milliseconds. A process holds the messages of a sender with
 * a rate limit for a part of each second, so the attempts last longer than a second.
 */
const PAUSES = [0, 100, 150, 250, 250, 250, 250];

/**
 * Cancels a send's messages, unless their submission has begun. Repeats the attempt for messages that a
 * process holds, and for messages that another request or a process moves to another job. Throws 404 for an
 * unknown send.
 */
export async function cancelSend(
  deps: WaitingDeps,
  accountId: string,
  batchId: string,
): Promise<components["schemas"]["CanceledBatch"]> {
  let messages = await messagesOfSend(deps.db, accountId, batchId);
  if (messages.length === 0) throw notFound("The batch");
  const decided = new Set<string>();
  for (const ms of PAUSES) {
    const open = pendingOf(messages).filter(({ origin }) => !decided.has(origin));
    if (open.length === 0) break;
    await pause(ms);
    const held = await cancelPending(deps, accountId, open);
    for (const { origin } of open) if (!held.has(origin)) decided.add(origin);
    messages = await messagesOfSend(deps.db, accountId, batchId);
  }
  const canceled = messages.filter(({ status }) => status === "canceled").length;
  return { canceled, not_canceled: messages.length - canceled };
}

/**
 * Cancels messages to a number whose submission has not begun, and messages of stopped campaigns that no
 * carrier can have accepted. Nothing limits the wait of a message for its scheduled time, the release of a
 * held queue, the account's enablement, the resumption of its connection or the campaign's next launch.
 */
export async function cancelUnsubmittedTo(deps: WaitingDeps, to: MessagesToNumber): Promise<void> {
  const lock = (trx: Db, some: readonly PendingMessage[]) => lockWaitingOrParked(trx, to.accountId, some);
  await cancelPending(deps, to.accountId, pendingOf(await pendingMessagesTo(deps.db, to)), lock);
}

interface PendingMessage {
  id: string;
  origin: string;
}

const pendingOf = (messages: readonly OriginOfMessage[]): PendingMessage[] =>
  messages.flatMap(({ id, status, origin }) =>
    status === "pending" && origin !== null ? { id, origin } : [],
  );

/** Cancels the messages that can be canceled. Returns the origins of the messages that a process holds. */
async function cancelPending(
  deps: WaitingDeps,
  accountId: string,
  pending: readonly PendingMessage[],
  lock = (trx: Db, some: readonly PendingMessage[]) => lockWaiting(trx, accountId, some),
): Promise<Set<string>> {
  const held = new Set<string>();
  for (const [origin, some] of [...groupBy(pending, (message) => message.origin)].sort()) {
    const canceled = await deps.db.transaction(async (trx) => {
      const waiting = await lock(trx, some);
      const cancelable = waiting.filter(({ hold }) => hold !== "held");
      if (cancelable.length < waiting.length) held.add(origin);
      return cancelAll(deps, trx, accountId, cancelable);
    });
    afterCommit(deps, canceled);
  }
  return held;
}

async function lockOne(trx: Db, accountId: string, id: string): Promise<WaitingMessage | "canceled"> {
  const found = await originOfMessage(trx, accountId, id);
  if (found === null) throw notFound("The message");
  const { status, origin } = found;
  if (status === "canceled") return "canceled";
  if (status !== "pending" || origin === null) throw submitted(status);
  const [waiting] = await lockWaiting(trx, accountId, [{ id, origin }]);
  if (waiting && waiting.hold !== "held") return waiting;
  // Another request may have moved the message before the lock.
  const moved = await originOfMessage(trx, accountId, id);
  if (moved?.status === "pending" && moved.origin !== origin) return lockOne(trx, accountId, id);
  throw submitted("being submitted, or was submitted and waits for a retry");
}

const submitted = (state: string) =>
  invalidState(`The message is ${state}, so it can no longer be canceled or moved`);

function cancelAll(
  deps: WaitingDeps,
  trx: Db,
  accountId: string,
  waiting: readonly WaitingMessage[],
): Promise<Applied> {
  const now = deps.clock.now();
  const steps = [{ status: "canceled", at: now }] as const;
  const changes = waiting.map(({ message }) => ({ message, steps }));
  return applyChanges(deps, trx, accountId, changes, now);
}

function afterCommit({ metrics, wakeups }: WaitingDeps, { transitions, notifications }: Applied): void {
  for (const { message, status } of transitions) {
    metrics.messageTransitions.inc({ channel: message.channel, status });
  }
  notifyAll(wakeups, notifications);
}

async function read({ db }: WaitingDeps, accountId: string, id: string): Promise<Message> {
  const message = await findMessage(db, accountId, id);
  if (!message) throw notFound("The message");
  return message;
}
