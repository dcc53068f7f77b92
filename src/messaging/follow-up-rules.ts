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

/** What a message carries of its template's rules, as they were when it was created. */
export interface MessageFollowUps {
  /** Follow-ups that led to this message. */
  depth: number;
  rules: FollowUpRule[];
}

/** The most follow-ups that one message may bring about, one after the other. */
export const MAX_DEPTH = 3;

/** The shortest wait for a report, in seconds: quicker ones are on their way yet. */
export const MIN_NO_DELIVERY_SECONDS = 10;

/** Null where a message has no rules, or may have none any more. */
export function attachedRules(rules: readonly FollowUpRule[], depth: number): MessageFollowUps | null {
  return rules.length === 0 || depth >= MAX_DEPTH ? null : { depth, rules: [...rules] };
}

/** A rule that a message has met. */
export interface MetRule {
  ruleId: string;
  templateId: string;
  outcome: FollowUpOutcome;
  dueAt: Instant;
}

/**
 * Waiting for a delivery begins when the carrier takes the message, or when it is settled that none will: then the wait
 * is in vain, but no shorter, unless the number lacks the channel. A suppressed recipient waits for nothing.
 */
const WAIT_BEGINS: readonly MessageStatus[] = ["sent", "failed", "error", "expired"];

/** A status that a message entered, and the one that it left. */
interface Entered {
  status: MessageStatus;
  previous: MessageStatus | null;
  at: Instant;
  /** The number does not have the channel at all. */
  lacksChannel?: boolean;
}

/** The rules that a message meets by entering a status. */
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
 * What entering a status comes to. What was read without a word of its delivery has been delivered too, and on a channel
 * that a number does not have nothing will be.
 */
function outcomesOf({ status, previous, lacksChannel = false }: Entered): FollowUpOutcome[] {
  const outcomes: FollowUpOutcome[] = enums.FollowUpOutcome.filter((outcome) => outcome === status);
  if (status === "read" && previous !== "delivered") outcomes.push("delivered");
  if (lacksChannel) outcomes.unshift("no_delivery");
  else if (WAIT_BEGINS.includes(status)) outcomes.push("no_delivery");
  return outcomes;
}

/**
 * Whether an outcome takes the place of one that the same rule has met before: a report ends the wait for it, and a
 * positive one, come late, overrules a negative one.
 */
export const overrules = (outcome: FollowUpOutcome, before: FollowUpOutcome): boolean =>
  outcome !== "no_delivery" && OVERRULED.includes(before);

/** Outcomes that others may come after. */
export const OVERRULED: readonly FollowUpOutcome[] = ["no_delivery", "undelivered", "expired"];

const POSITIVE: readonly string[] = ["delivered", "read"];

/** Whether a message has a wait for its delivery that a status ends. */
export const endsWaits = ({ rules }: MessageFollowUps, status: MessageStatus): boolean =>
  POSITIVE.includes(status) && rules.some(({ on }) => on.includes("no_delivery"));

/** Whether a rule that was met still holds when it is due: a report that came meanwhile may have overruled its outcome. */
export function stillHolds(outcome: FollowUpOutcome, status: MessageStatus): boolean {
  if (POSITIVE.includes(outcome)) return true;
  return outcome === "no_delivery" ? !POSITIVE.includes(status) : outcome === status;
}
