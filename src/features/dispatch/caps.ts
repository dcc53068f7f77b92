import { decisiveSubmissions, isTooOften } from "../../messaging/sending-rules/rule-in-force";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import type { Instant } from "../../platform/time";
import { insertReservations, lockCaps, submissionsTo } from "../messages/submissions.store";
import {
  batchesOf,
  blockedOutcome,
  type Checked,
  partitionDue,
  isUrgent,
  type Outgoing,
  type Result,
} from "./leased-batch";
import { ruleOf } from "./sending-hours";

const isCounted = (one: Outgoing): boolean => (ruleOf(one)?.countsForMs ?? null) !== null;

/** Marks messages under a cap as reserved, even if the commit of their reservation is uncertain. */
export const markReserved = (outgoing: readonly Outgoing[]): readonly Outgoing[] =>
  outgoing.map((one) => (isCounted(one) ? Object.assign({}, one, { isReserved: true }) : one));

/**
 * Returns a function that reserves submissions under caps. The function blocks messages beyond the cap of
 * their rule, and messages too soon after another message to the same number. Concurrent submissions share
 * one commit.
 */
export function capReservation({ db, clock }: Pick<Platform, "db" | "clock">) {
  const batcher = new WriteBatcher<readonly Outgoing[], ReadonlySet<string>>({
    max: messagesAtOnce(db),
    weightOf: (outgoing) => outgoing.length,
    concurrency: atOnce(db, 2),
    isUrgent: (outgoing) => isUrgent(outgoing.length, batchesOf(outgoing)),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(some) {
      const granted = await db.transaction((trx) => reserve(trx, some.flat(), clock.now()));
      return some.map(() => granted);
    },
  });
  return async (outgoing: readonly Outgoing[]): Promise<Checked> => {
    const isNew = (one: Outgoing) => !one.isReserved && isCounted(one);
    const counted = outgoing.filter(isNew);
    if (counted.length === 0) return { due: outgoing, decided: [] };
    const reserved = await batcher.add(counted);
    const refused = blockedOutcome("frequency", clock.now());
    const { due, decided } = partitionDue(outgoing, (one) =>
      isNew(one) && !reserved.has(one.message.id) ? refused : null,
    );
    return { due: markReserved(due), decided };
  };
}

/** Reserves the submissions that the caps allow, in order. Returns the ids of their messages. */
async function reserve(trx: Db, outgoing: readonly Outgoing[], now: Instant): Promise<ReadonlySet<string>> {
  const granted = new Set<string>();
  await lockCaps(
    trx,
    outgoing.map(({ message }) => message),
  );
  for (const [accountId, ofAccount] of groupBy(outgoing, accountOf)) {
    for (const [purpose, some] of groupBy(ofAccount, ({ message }) => message.purpose)) {
      const rules = some.flatMap((one) => ruleOf(one) ?? []);
      const since = now - Math.max(...rules.map(({ countsForMs }) => countsForMs ?? 0));
      const limit = Math.max(...rules.map(decisiveSubmissions));
      const period = { accountId, purpose, since, now, limit };
      const submitted = await submissionsTo(trx, period, some.map(recipientOf));
      for (const one of some) {
        const rule = ruleOf(one);
        const { id: messageId, recipient } = one.message;
        const earlier = (submitted.get(recipient) ?? []).filter((known) => known.messageId !== messageId);
        const times = earlier.map(({ at }) => at);
        if (rule && isTooOften(rule, times, now)) continue;
        granted.add(messageId);
        submitted.set(recipient, [...earlier, { messageId, at: now }]);
      }
    }
  }
  const reserved = outgoing.filter(({ message }) => granted.has(message.id));
  const reservations = reserved.map(({ message: { accountId, id, purpose, recipient } }) => ({
    accountId,
    messageId: id,
    purpose,
    recipient,
  }));
  await insertReservations(trx, reservations, now);
  return granted;
}

const accountOf = ({ batch }: Outgoing) => batch.job.accountId;
const recipientOf = ({ message }: Outgoing) => message.recipient;

/**
 * Returns whether a result ends the reservation of its message. An accepted message is counted by its history
 * instead. A message that no carrier can have accepted is not counted. If this or an earlier attempt had an
 * unknown outcome, the reservation stays until the message is accepted.
 */
export const endsReservation = ({
  isReserved,
  outcome,
  unknownBefore,
}: Pick<Result, "isReserved" | "outcome" | "unknownBefore">): boolean =>
  isReserved && (outcome.type === "accepted" || (outcome.type !== "unknown" && unknownBefore === 0));
