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

/** Follow-up rules of a message, copied from its template when it was created. */
export interface MessageFollowUps {
  /** Number of follow-ups that led to this message. */
  depth: number;
  rules: FollowUpRule[];
}

/** Maximum chain of follow-ups after one message. */
export const MAX_DEPTH = 3;

/** Minimum wait for a report, in seconds; reports that arrive faster may still be in transit. */
export const MIN_NO_DELIVERY_SECONDS = 10;

/** Returns the rules for a message, or null if it has none or the chain is at its maximum. */
export function attachedRules(rules: readonly FollowUpRule[], depth: number): MessageFollowUps | null {
  return rules.length === 0 || depth >= MAX_DEPTH ? null : { depth, rules: [...rules] };
}

/** A rule whose outcome a message has reached. */
export interface MetRule {
  ruleId: string;
  templateId: string;
  outcome: FollowUpOutcome;
  dueAt: Instant;
}

/**
 * Statuses at which the wait for a delivery begins: when the carrier accepts the message, or when it fails
 * before. A failure does not shorten the wait unless the number lacks the channel. A blocked message never
 * waits.
 */
const WAIT_BEGINS: readonly MessageStatus[] = ["sent", "failed", "error", "expired"];

/** A status that a message entered, and its previous status. */
interface Entered {
  status: MessageStatus;
  previous: MessageStatus | null;
  at: Instant;
  /** Whether the number does not have the channel at all. */
  lacksChannel?: boolean;
}

/** Returns the rules that a message meets by entering a status. */
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
 * Returns the outcomes of entering a status. A read message without a delivery report counts as delivered
 * too. On a channel that the number lacks there will be no delivery.
 */
function outcomesOf({ status, previous, lacksChannel = false }: Entered): FollowUpOutcome[] {
  const outcomes: FollowUpOutcome[] = enums.FollowUpOutcome.filter((outcome) => outcome === status);
  if (status === "read" && previous !== "delivered") outcomes.push("delivered");
  if (lacksChannel) outcomes.unshift("no_delivery");
  else if (WAIT_BEGINS.includes(status)) outcomes.push("no_delivery");
  return outcomes;
}

/**
 * Returns whether an outcome replaces an earlier one of the same rule: a report ends the wait, and a late
 * positive report replaces a negative one.
 */
export const overrules = (outcome: FollowUpOutcome, before: FollowUpOutcome): boolean =>
  outcome !== "no_delivery" && OVERRULED.includes(before);

/** Outcomes that a later outcome can replace. */
export const OVERRULED: readonly FollowUpOutcome[] = ["no_delivery", "undelivered", "expired"];

const POSITIVE: readonly string[] = ["delivered", "read"];

/** Returns whether a status ends a wait for a message's delivery. */
export const endsWaits = ({ rules }: MessageFollowUps, status: MessageStatus): boolean =>
  POSITIVE.includes(status) && rules.some(({ on }) => on.includes("no_delivery"));

/**
 * Returns whether a met rule still holds when it is due. A report that arrived in between may have changed
 * the outcome.
 */
export function stillHolds(outcome: FollowUpOutcome, status: MessageStatus): boolean {
  if (POSITIVE.includes(outcome)) return true;
  return outcome === "no_delivery" ? !POSITIVE.includes(status) : outcome === status;
}
