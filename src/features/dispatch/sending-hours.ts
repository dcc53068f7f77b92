import { opensFor, type RuleInForce } from "../../messaging/sending-rules/rule-in-force";
import type { Instant } from "../../platform/time";
import { blockedOutcome, type Checked, partitionDue, type Outgoing } from "./leased-batch";

/** Returns the sending rule of a message; undefined without one, and for automatic replies. */
export const ruleOf = ({ batch, message, rules }: Outgoing): RuleInForce | undefined =>
  batch.job.payload.exempt ? undefined : rules[message.purpose];

/**
 * Returns when the window of a message closes: `now` if the window is not open, undefined if the message's
 * rule does not restrict the time.
 */
export function closesAt(one: Outgoing, now: Instant): Instant | undefined {
  const { openingFor = null } = ruleOf(one) ?? {};
  if (openingFor === null) return undefined;
  const opening = openingFor(one.message.recipient, now);
  return opening === null || opening.from > now ? now : opening.to;
}

/**
 * Divides messages by whether their sending rule allows a submission now. Messages outside their windows wait
 * for the next opening, or are blocked if there is none.
 */
export const divideByHours = (outgoing: readonly Outgoing[], now: Instant): Checked =>
  partitionDue(outgoing, (one) => {
    const rule = ruleOf(one);
    const opensAt = rule === undefined ? now : opensFor(rule, one.message.recipient, now);
    if (opensAt === now) return null;
    return opensAt === null ? blockedOutcome("outside_window", now) : { type: "moved", notBefore: opensAt };
  });
