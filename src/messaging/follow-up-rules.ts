import type { components } from "../../generated/schema";
import { enums } from "../../generated/server/values";
import type { MessageStatus } from "./status";
import { type Instant, SECOND } from "../platform/time";

export type FollowUpOutcome = components["schemas"]["FollowUpOutcome"];

export interface FollowUpRule {
  id: string;
  on: FollowUpOutcome[];
  afterSeconds: number;
  templateId: string;
}

/** Follow-up rules of a message, copied from its template at the message's creation. */
export interface MessageFollowUps {
  /** Number of messages before this one in the chain of follow-ups; 0 for an original message. */
  depth: number;
  rules: FollowUpRule[];
}

/** Maximum number of consecutive follow-ups after an original message. */
export const MAX_DEPTH = 3;

/** Minimum wait of a `no_delivery` rule, in seconds. A report takes a few seconds to arrive. */
export const MIN_NO_DELIVERY_SECONDS = 10;

/** Returns the rules to store with a message; null if there are none or the chain has reached `MAX_DEPTH`. */
export function attachedRules(rules: readonly FollowUpRule[], depth: number): MessageFollowUps | null {
  return rules.length === 0 || depth >= MAX_DEPTH ? null : { depth, rules: [...rules] };
}

export interface MetRule {
  ruleId: string;
  templateId: string;
  outcome: FollowUpOutcome;
  dueAt: Instant;
}

/**
 * Statuses that start the wait of a `no_delivery` rule: the carrier has accepted the message, or sending has
 * failed. A failed message waits the full time, unless the number lacks the channel. A blocked message never
 * waits.
 */
const WAIT_BEGINS: readonly MessageStatus[] = ["sent", "failed", "error", "expired"];

interface Entered {
  status: MessageStatus;
  previous: MessageStatus | null;
  at: Instant;
  lacksChannel?: boolean;
}

/** Returns the rules that a message meets by entering a status, with their due times. */
export function rulesMetBy(followUps: MessageFollowUps, entered: Entered): MetRule[] {
  const { at, lacksChannel = false } = entered;
  return followUps.rules.flatMap(({ id, on, templateId, afterSeconds }) => {
    const outcome = outcomesOf(entered).find((one) => on.includes(one));
    if (!outcome) return [];
    const inVain = lacksChannel && outcome === "no_delivery";
    return [{ ruleId: id, templateId, outcome, dueAt: inVain ? at : at + afterSeconds * SECOND }];
  });
}

/**
 * Returns the outcomes that a status produces. A `read` report without a delivery report also means
 * `delivered`. If the number lacks the channel, `no_delivery` comes first.
 */
function outcomesOf({ status, previous, lacksChannel = false }: Entered): FollowUpOutcome[] {
  const outcomes: FollowUpOutcome[] = enums.FollowUpOutcome.filter((outcome) => outcome === status);
  if (status === "read" && previous !== "delivered") outcomes.push("delivered");
  if (lacksChannel) outcomes.unshift("no_delivery");
  else if (WAIT_BEGINS.includes(status)) outcomes.push("no_delivery");
  return outcomes;
}

/**
 * Returns whether an outcome replaces an earlier outcome of the same rule. A report replaces `no_delivery`,
 * and a late positive report replaces a negative report.
 */
export const overrules = (outcome: FollowUpOutcome, before: FollowUpOutcome): boolean =>
  outcome !== "no_delivery" && OVERRULED.includes(before);

export const OVERRULED: readonly FollowUpOutcome[] = ["no_delivery", "undelivered", "expired"];

const POSITIVE: readonly string[] = ["delivered", "read"];

/** Returns whether a status ends the wait of a message's `no_delivery` rule. */
export const endsWaits = ({ rules }: MessageFollowUps, status: MessageStatus): boolean =>
  POSITIVE.includes(status) && rules.some(({ on }) => on.includes("no_delivery"));

/**
 * Returns whether the outcome of a due rule still fits the message's status. A report may have changed the
 * status after the rule was met.
 */
export function stillHolds(outcome: FollowUpOutcome, status: MessageStatus): boolean {
  if (POSITIVE.includes(outcome)) return true;
  return outcome === "no_delivery" ? !POSITIVE.includes(status) : outcome === status;
}
