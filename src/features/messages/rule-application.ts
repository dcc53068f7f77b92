import type { Purpose } from "../../messaging/purpose";
import {
  decideByRule,
  decisiveSubmissions,
  type RuleInForce,
} from "../../messaging/sending-rules/rule-in-force";
import type { Db } from "../../platform/db/dialect";
import { mapCooperatively } from "../../platform/event-loop";
import type { Instant } from "../../platform/time";
import type { RenderedMessage } from "./rendered-message";
import { submissionsTo } from "./submissions.store";

/** Data for applying the sending rule of a purpose to new messages. */
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

/** Schedules each pending message for the time at which its purpose's rule allows it, or blocks it. */
export async function applyRule<M extends Planned>(
  { db, accountId, purpose, rule, now }: RuleContext,
  messages: readonly M[],
): Promise<M[]> {
  if (rule === null) return [...messages];
  const numbers = messages.flatMap(({ to, draft }) => (draft.status === "pending" ? to : []));
  const submitted =
    rule.countsForMs === null || numbers.length === 0
      ? null
      : await submissionsTo(
          db,
          { accountId, purpose, now, since: now - rule.countsForMs, limit: decisiveSubmissions(rule) },
          numbers,
        );
  return mapCooperatively(messages, (message): M => {
    const { to: phone, draft, notBefore } = message;
    if (draft.status !== "pending") return message;
    const submittedAt = (submitted?.get(phone) ?? []).map(({ at }) => at);
    const decision = decideByRule(rule, { phone, notBefore, now }, submittedAt);
    if ("notBefore" in decision) return { ...message, ...decision };
    const blocked: RenderedMessage = { ...draft, status: "blocked", blockReason: decision.blockReason };
    return { ...message, draft: blocked, notBefore: null };
  });
}
