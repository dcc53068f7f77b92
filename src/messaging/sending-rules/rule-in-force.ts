import { boundedCache } from "../../platform/bounded-cache";
import { DAY, type Instant, SECOND } from "../../platform/time";
import type { BlockReason } from "../block-reason";
import type { Purpose } from "../purpose";
import { commonTimeZone, timeZonesOf } from "../recipient-time-zone";
import { parseRules, type SendingRule } from "./rule";
import { hasTimes, type Opening, openingsIn } from "./windows";

/** Returns the current or next span of allowed time in the number's time zone; null if there is none. */
type OpeningFor = (phone: string, at: Instant) => Opening | null;

export interface RuleInForce extends SendingRule {
  /** Function that returns when a number may be messaged; null if the rule does not restrict the time. */
  openingFor: OpeningFor | null;
  /** Time for which a submission counts, in milliseconds; null if the rule has no cap and no interval. */
  countsForMs: number | null;
}

/** The rules of an account, by purpose. A purpose without a rule has no restriction. */
export type RulesInForce = Readonly<Partial<Record<Purpose, RuleInForce>>>;

export const NO_RULES: RulesInForce = {};

function openingsByNumber(rule: SendingRule, accountZone: string): OpeningFor {
  const byZone = new Map<string, (at: Instant) => Opening | null>();
  const zoneOf = (phone: string, at: Instant): string => {
    if (rule.timeZone !== "recipient") return rule.timeZone;
    return commonTimeZone(timeZonesOf(phone), at, accountZone);
  };
  return (phone, at) => {
    const zone = zoneOf(phone, at);
    const openings = byZone.get(zone) ?? openingsIn(rule, zone);
    byZone.set(zone, openings);
    return openings(at);
  };
}

function inForce(rule: SendingRule, accountZone: string): RuleInForce {
  const { maxPerRecipient, minIntervalSeconds } = rule;
  const counted = Math.max((maxPerRecipient?.days ?? 0) * DAY, (minIntervalSeconds ?? 0) * SECOND);
  return {
    ...rule,
    openingFor: hasTimes(rule) ? openingsByNumber(rule, accountZone) : null,
    countsForMs: counted === 0 ? null : counted,
  };
}

/** Maximum number of distinct rule sets that stay in memory. */
const KEPT_ACCOUNTS = 200;

const kept = boundedCache<RulesInForce>(KEPT_ACCOUNTS);

/** Returns the rules from their stored JSON. Accounts with equal rules and time zones share one object. */
export function rulesInForce(stored: string | null, accountZone: string): RulesInForce {
  if (stored === null) return NO_RULES;
  return kept(`${accountZone} ${stored}`, () =>
    Object.fromEntries(
      Object.entries(parseRules(stored)).map(([purpose, rule]) => [purpose, inForce(rule, accountZone)]),
    ),
  );
}

export type RuleDecision = { notBefore: Instant | null } | { blockReason: BlockReason };

/**
 * Returns when a message may be submitted, or why it is blocked. The message is due at `notBefore`, or now if
 * that is null. `submittedAt` has the times of earlier submissions of the purpose to the number.
 */
export function decideByRule(
  rule: RuleInForce,
  { phone, notBefore, now }: { phone: string; notBefore: Instant | null; now: Instant },
  submittedAt: readonly Instant[],
): RuleDecision {
  const dueAt = notBefore ?? now;
  const opensAt = opensFor(rule, phone, dueAt);
  if (opensAt === null) return { blockReason: "outside_window" };
  if (isTooOften(rule, submittedAt, opensAt)) return { blockReason: "frequency" };
  return { notBefore: opensAt === dueAt ? notBefore : opensAt };
}

/**
 * Returns the first time from `dueAt` on at which the rule allows a submission; null if the rule blocks the
 * message.
 */
export function opensFor(rule: RuleInForce, phone: string, dueAt: Instant): Instant | null {
  if (rule.openingFor === null) return dueAt;
  const opening = rule.openingFor(phone, dueAt);
  if (opening === null) return null;
  const opensAt = Math.max(opening.from, dueAt);
  return opensAt > dueAt && rule.outside === "block" ? null : opensAt;
}

/** Returns how many submissions to a number `isTooOften` needs at most. The newest decide. */
export const decisiveSubmissions = ({ maxPerRecipient }: Pick<SendingRule, "maxPerRecipient">): number =>
  maxPerRecipient?.messages ?? 1;

export function isTooOften(
  { maxPerRecipient, minIntervalSeconds }: Pick<SendingRule, "maxPerRecipient" | "minIntervalSeconds">,
  submittedAt: readonly Instant[],
  at: Instant,
): boolean {
  const after = (since: Instant) => submittedAt.filter((one) => one > since).length;
  return (
    (maxPerRecipient !== null && after(at - maxPerRecipient.days * DAY) >= maxPerRecipient.messages) ||
    (minIntervalSeconds !== null && after(at - minIntervalSeconds * SECOND) > 0)
  );
}
