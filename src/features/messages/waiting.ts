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
 * Pauses between attempts to cancel a send while processes hold its jobs, in milliseconds. A process holds
 * the messages of a sender with a rate limit only for part of each second.
 */
const HELD_PAUSES = [50, 100, 150, 200, 250, 250, 250, 250, 250, 250];

/**
 * Cancels a send's messages, unless their submission has begun. Tries for two seconds to cancel messages
 * whose jobs are held. Throws 404 for an unknown send.
 */
export async function cancelSend(
  deps: WaitingDeps,
  accountId: string,
  batchId: string,
): Promise<components["schemas"]["CanceledBatch"]> {
  const messages = await messagesOfSend(deps.db, accountId, batchId);
  if (messages.length === 0) throw notFound("The batch");
  let isAnyHeld = await cancelPending(deps, accountId, messages);
  for (const ms of HELD_PAUSES) {
    if (!isAnyHeld) break;
    await pause(ms);
    isAnyHeld = await cancelPending(deps, accountId, await messagesOfSend(deps.db, accountId, batchId));
  }
  const after = await messagesOfSend(deps.db, accountId, batchId);
  const canceled = after.filter(({ status }) => status === "canceled").length;
  return { canceled, not_canceled: after.length - canceled };
}

/**
 * Cancels messages to a number whose submission has not begun, and messages of stopped campaigns that no
 * carrier can have accepted. Nothing limits the wait of a message for its scheduled time, the release of a
 * held queue, the account's enablement, the resumption of its connection or the campaign's next launch.
 */
export async function cancelUnsubmittedTo(deps: WaitingDeps, to: MessagesToNumber): Promise<void> {
  const lock = (trx: Db, some: readonly PendingMessage[]) => lockWaitingOrParked(trx, to.accountId, some);
  await cancelPending(deps, to.accountId, await pendingMessagesTo(deps.db, to), lock);
}

interface PendingMessage {
  id: string;
  origin: string;
}

/** Cancels the messages that can be canceled. Returns whether a process holds others. */
async function cancelPending(
  deps: WaitingDeps,
  accountId: string,
  messages: readonly OriginOfMessage[],
  lock = (trx: Db, some: readonly PendingMessage[]) => lockWaiting(trx, accountId, some),
): Promise<boolean> {
  const pending = messages.flatMap(({ id, status, origin }) =>
    status === "pending" && origin !== null ? { id, origin } : [],
  );
  let isAnyHeld = false;
  for (const [, some] of [...groupBy(pending, ({ origin }) => origin)].sort()) {
    const canceled = await deps.db.transaction(async (trx) => {
      const waiting = await lock(trx, some);
      const cancelable = waiting.filter(({ hold }) => hold !== "held");
      isAnyHeld ||= cancelable.length < waiting.length;
      return cancelAll(deps, trx, accountId, cancelable);
    });
    afterCommit(deps, canceled);
  }
  return isAnyHeld;
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
