import type { Purpose } from "../../messaging/purpose";
import {
  decideByRule,
  decisiveSubmissions,
  type RuleDecision,
  type RuleInForce,
} from "../../messaging/sending-rules/rule-in-force";
import type { Db } from "../../platform/db/dialect";
import { mapCooperatively } from "../../platform/event-loop";
import type { Instant } from "../../platform/time";
import type { RenderedMessage } from "./rendered-message";
import { submissionsTo } from "./submissions.store";

interface RuleContext {
  db: Db;
  accountId: string;
  purpose: Purpose;
  rule: RuleInForce | null;
  now: Instant;
}

interface Planned {
  to: string;
  draft: RenderedMessage;
  notBefore: Instant | null;
}

/** Returns a function that decides when a message to one of the numbers may be submitted, or blocks it. */
export async function ruleDecider(
  { db, accountId, purpose, rule, now }: RuleContext & { rule: RuleInForce },
  numbers: readonly string[],
): Promise<(phone: string, notBefore: Instant | null) => RuleDecision> {
  const submitted =
    rule.countsForMs === null || numbers.length === 0
      ? null
      : await submissionsTo(
          db,
          { accountId, purpose, now, since: now - rule.countsForMs, limit: decisiveSubmissions(rule) },
          numbers,
        );
  return (phone, notBefore) => {
    const submittedAt = (submitted?.get(phone) ?? []).map(({ at }) => at);
    return decideByRule(rule, { phone, notBefore, now }, submittedAt);
  };
}

/** Delays each pending message until the sending rule allows it, or blocks the message. */
export async function applyRule<M extends Planned>(
  context: RuleContext,
  messages: readonly M[],
): Promise<M[]> {
  const { rule } = context;
  if (rule === null) return [...messages];
  const numbers = messages.flatMap(({ to, draft }) => (draft.status === "pending" ? to : []));
  const decide = await ruleDecider({ ...context, rule }, numbers);
  return mapCooperatively(messages, (message): M => {
    const { to: phone, draft, notBefore } = message;
    if (draft.status !== "pending") return message;
    const decision = decide(phone, notBefore);
    if ("notBefore" in decision) return { ...message, ...decision };
    const blocked: RenderedMessage = { ...draft, status: "blocked", blockReason: decision.blockReason };
    return { ...message, draft: blocked, notBefore: null };
  });
}
