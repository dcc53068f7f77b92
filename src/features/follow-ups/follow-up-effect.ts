import { endsWaits, rulesMetBy } from "../../messaging/follow-up-rules";
import type { MessageChanges, MessageEffect } from "../messages/message-effects";
import { endedWaitsStatement, type FollowUp, metRulesStatement } from "./follow-ups.store";

/**
 * Returns the follow-up rules whose condition these changes of status meet. Counts a later time than `now` as
 * `now`, because a carrier's clock may be ahead.
 */
const rulesMet = ({ accountId, now, transitions }: MessageChanges): FollowUp[] =>
  transitions().flatMap(({ message: { id, followUps }, ...entered }) =>
    followUps === null
      ? []
      : rulesMetBy(followUps, { ...entered, at: Math.min(entered.at, now) }).map((rule) => ({
          ...rule,
          accountId,
          messageId: id,
        })),
  );

/** Returns the ids of messages whose new status ends the wait of their `no_delivery` rules. */
const arrived = ({ transitions }: MessageChanges): Set<string> =>
  new Set(
    transitions().flatMap(({ message: { id, followUps }, status }) =>
      followUps !== null && endsWaits(followUps, status) ? id : [],
    ),
  );

/**
 * Effect that records the rules that messages have met, and deletes the waiting `no_delivery` rules of
 * delivered messages.
 */
export const followUpEffect: MessageEffect = {
  consequences(db, changed) {
    const each = changed
      .filter(({ changes }) => changes.withFollowUps)
      .map(({ changes }) => {
        const ended = arrived(changes);
        const met = rulesMet(changes).filter(
          ({ outcome, messageId }) => outcome !== "no_delivery" || !ended.has(messageId),
        );
        return { ...changes, met, ended: [...ended] };
      });
    return {
      statements: [
        metRulesStatement(
          db,
          each.flatMap(({ met }) => met),
        ),
        ...each.map(({ accountId, created, ended, met }) =>
          created ? null : endedWaitsStatement(db, accountId, ended, met),
        ),
      ],
      schedules: each.flatMap(({ accountId, now, met }) =>
        met.length === 0
          ? []
          : {
              schedule: {
                kind: "follow-up" as const,
                accountId,
                key: accountId,
                dueAt: met.reduce((first, { dueAt }) => Math.min(first, dueAt), Infinity),
              },
              now,
            },
      ),
    };
  },
};
