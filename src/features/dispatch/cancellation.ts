import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import { type Instant, SECOND } from "../../platform/time";
import { claimMessages, offerMessages } from "../messages/waiting.store";
import {
  type Checked,
  partitionDue,
  type LeasedBatch,
  type MessageOutcome,
  type Outgoing,
} from "./leased-batch";
import type { SenderQueue } from "./sender-queues";

/**
 * Lets requests cancel messages that wait in this process. Once a message has waited for `CLAIM_AFTER`, the
 * process offers it for cancellation. The process claims an offered message before its submission, so either
 * the request or the process gets the message. A younger message costs no statement and cannot be canceled
 * while the process holds it.
 */

/** Age of a waiting message from which requests may cancel it, in milliseconds since its preparation. */
const CLAIM_AFTER = 10 * SECOND;
/** Minimum time between two offers of one queue, in milliseconds. */
const OFFER_EVERY = SECOND;
/** Time after which a process has offered the messages that it now holds, in milliseconds. */
export const OFFERED_AFTER = CLAIM_AFTER + 2 * OFFER_EVERY;

/** Returns whether messages of the batch may have been canceled since they were read. */
export const mayBeCanceled = ({ preparedAt }: Pick<LeasedBatch, "preparedAt">, now: Instant): boolean =>
  now - preparedAt >= CLAIM_AFTER;

type Deps = Pick<Platform, "db" | "clock">;

/**
 * Returns the queue's messages that have waited long enough to be offered, and are not offered yet. Returns
 * none within `OFFER_EVERY` of the last offer.
 */
export function toOffer(queue: SenderQueue, now: Instant): readonly Outgoing[] {
  if (now < queue.offeredAt + OFFER_EVERY) return [];
  queue.offeredAt = now;
  const isNew = ({ batch, message }: Outgoing) => mayBeCanceled(batch, now) && !queue.offered.has(message);
  return queue.peek(queue.length).filter(isNew);
}

/**
 * Records in the database that requests may cancel messages which wait in a queue of this process. If the
 * write fails, marks the messages as `uncertain`, because the database may still write it later, and throws.
 */
export async function offer(
  { db }: Pick<Deps, "db">,
  queue: SenderQueue,
  waiting: readonly Outgoing[],
): Promise<void> {
  const messages = waiting.map(({ message }) => message);
  await queue.offer(messages, async () => {
    for (const [lease, some] of groupBy(waiting, ({ batch }) => batch.job.lease)) {
      const ids = some.map(({ message }) => message.id);
      await offerMessages(db, some[0]?.message.accountId ?? "", lease, ids);
    }
  });
}

/**
 * Claims messages before their submission, so that no request can cancel them from now on. Messages that are
 * young and not offered need no query. Throws if the offer of a message has failed. A failed offer may still
 * be written after the claim, and a request would then cancel a submitted message.
 */
export async function claim(
  { db, clock }: Deps,
  queue: SenderQueue,
  outgoing: readonly Outgoing[],
): Promise<Checked> {
  const now = clock.now();
  const isOffered = ({ batch, message }: Outgoing) => mayBeCanceled(batch, now) || queue.offered.has(message);
  const aged = outgoing.filter(isOffered);
  const [first] = aged;
  if (!first) return { due: outgoing, decided: [] };
  await queue.offersWritten();
  if (aged.some(({ message }) => queue.uncertain.has(message)))
    throw new Error("a cancellation offer failed");
  const ids = aged.map(({ message }) => message.id);
  const pending = await claimMessages(db, first.batch.job.accountId, ids);
  // A request has already written this status. The settle stage skips results that are already written.
  const canceled: MessageOutcome = { type: "step", step: { status: "canceled", at: now } };
  const isCanceled = (one: Outgoing) => isOffered(one) && !pending.has(one.message.id);
  return partitionDue(outgoing, (one) => (isCanceled(one) ? canceled : null));
}
