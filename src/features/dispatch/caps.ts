import { isTooOften } from "../../messaging/sending-rules/rule-in-force";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { atOnce, messagesAtOnce } from "../../platform/db/limits";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import type { Instant } from "../../platform/time";
import { insertReservations, lockCaps, submissionsTo } from "../messages/submissions.store";
import type { Outgoing, Result } from "./leased-batch";
import { ruleOf } from "./sending-hours";

export interface CapCheck {
  granted: readonly Outgoing[];
  /** Messages beyond the cap of their rule, or too soon after another one. */
  refused: readonly Outgoing[];
}

const isCounted = (one: Outgoing): boolean => (ruleOf(one)?.countsForMs ?? null) !== null;

/** Returns a function that reserves submissions under caps. Concurrent submissions share one commit. */
export function capReserver({ db, clock }: Pick<Platform, "db" | "clock">) {
  const batcher = new WriteBatcher<readonly Outgoing[], ReadonlySet<string>>({
    max: messagesAtOnce(db),
    weightOf: (outgoing) => outgoing.length,
    concurrency: atOnce(db, 2),
    mayBeOneItems: (error) => !isDatabaseAway(error),
    async write(some) {
      const granted = await db.transaction((trx) => reserve(trx, some.flat(), clock.now()));
      return some.map(() => granted);
    },
  });
  return async (outgoing: readonly Outgoing[]): Promise<CapCheck> => {
    const counted = outgoing.filter(isCounted);
    if (counted.length === 0) return { granted: outgoing, refused: [] };
    const reserved = await batcher.add(counted);
    const isRefused = (one: Outgoing) => isCounted(one) && !reserved.has(one.message.id);
    return {
      granted: outgoing
        .filter((one) => !isRefused(one))
        .map((one) => (isCounted(one) ? { ...one, isReserved: true } : one)),
      refused: outgoing.filter(isRefused),
    };
  };
}

/** Reserves the submissions that the caps allow, in order. Returns the ids of their messages. */
async function reserve(trx: Db, outgoing: readonly Outgoing[], now: Instant): Promise<ReadonlySet<string>> {
  const granted = new Set<string>();
  for (const [accountId, ofAccount] of [...groupBy(outgoing, accountOf)].sort()) {
    await lockCaps(trx, accountId, ofAccount.map(recipientOf));
    for (const [purpose, some] of groupBy(ofAccount, ({ message }) => message.purpose)) {
      const since = now - Math.max(...some.map((one) => ruleOf(one)?.countsForMs ?? 0));
      const submitted = await submissionsTo(trx, { accountId, purpose, since }, some.map(recipientOf));
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
    ...{ accountId, messageId: id, purpose, recipient },
  }));
  await insertReservations(trx, reservations, now);
  return granted;
}

const accountOf = ({ batch }: Outgoing) => batch.job.accountId;
const recipientOf = ({ message }: Outgoing) => message.recipient;

/**
 * Returns whether the reservation of a message ends with its result: the history counts an accepted message,
 * and a message that certainly was not submitted does not count.
 */
export const endsReservation = ({ isReserved, outcome, unknownBefore, batch }: Result): boolean =>
  isReserved &&
  outcome.type !== "unknown" &&
  (outcome.type === "accepted" || (unknownBefore === 0 && batch.timesUnknown === 0));
