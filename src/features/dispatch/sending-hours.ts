import { opensFor, type RuleInForce } from "../../messaging/sending-rules/rule-in-force";
import type { Instant } from "../../platform/time";
import type { MessageOutcome, Outgoing } from "./leased-batch";

/** Returns the sending rule of a message; undefined without one, and for automatic replies. */
export const ruleOf = ({ batch, message, rules }: Outgoing): RuleInForce | undefined =>
  batch.job.payload.exempt ? undefined : rules[message.purpose];

/**
 * Returns when the window of a message closes: `now` if it is not open, undefined if its rule does not
 * restrict the time.
 */
export function closesAt(one: Outgoing, now: Instant): Instant | undefined {
  const { openingFor = null } = ruleOf(one) ?? {};
  if (openingFor === null) return undefined;
  const opening = openingFor(one.message.recipient, now);
  return opening === null || opening.from > now ? now : opening.to;
}

export interface DividedByHours {
  due: readonly Outgoing[];
  /** Messages outside their windows. They wait for the next opening, or are blocked if there is none. */
  outside: { one: Outgoing; outcome: MessageOutcome }[];
}

/** Divides messages by whether their sending rule allows a submission now. */
export function divideByHours(outgoing: readonly Outgoing[], now: Instant): DividedByHours {
  const outside: DividedByHours["outside"] = [];
  const due = outgoing.filter((one) => {
    const rule = ruleOf(one);
    const opensAt = rule === undefined ? now : opensFor(rule, one.message.recipient, now);
    if (opensAt === now) return true;
    outside.push({ one, outcome: opensAt === null ? closed(now) : { type: "moved", notBefore: opensAt } });
    return false;
  });
  return { due, outside };
}

const closed = (at: Instant): MessageOutcome => ({
  type: "step",
  step: { status: "blocked", at, blockReason: "outside_window" },
});
