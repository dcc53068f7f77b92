import { endsWaits, type MetRule, rulesMetBy } from "../../messaging/follow-up-rules";
import type { MessageChanges, MessageEffect } from "../messages/message-effects";
import { endWaits, insertFollowUps } from "./follow-ups.store";

/** The rules that messages have met. None begins later than now: a carrier's clock may be ahead. */
function rulesMet({ now, withFollowUps, transitions }: MessageChanges): (MetRule & { messageId: string })[] {
  if (!withFollowUps) return [];
  return transitions().flatMap(({ message: { id, followUps }, ...entered }) =>
    followUps === null
      ? []
      : rulesMetBy(followUps, { ...entered, at: Math.min(entered.at, now) }).map((rule) => ({
          ...rule,
          messageId: id,
        })),
  );
}

/** The messages whose wait for a delivery is over. */
const arrived = ({ transitions }: MessageChanges): string[] => [
  ...new Set(
    transitions().flatMap(({ message: { id, followUps }, status }) =>
      followUps !== null && endsWaits(followUps, status) ? id : [],
    ),
  ),
];

/** Notes the rules that messages have met, and ends waits for deliveries that have come. */
export const followUpEffect: MessageEffect = {
  async write(trx, changes) {
    const { accountId, now, created, withFollowUps } = changes;
    if (!withFollowUps) return [];
    await insertFollowUps(trx, accountId, rulesMet(changes), now);
    if (!created) await endWaits(trx, accountId, arrived(changes));
    return [];
  },
  needsTransaction: (created) => rulesMet(created).length > 0,
};
