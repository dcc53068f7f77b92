import type { components } from "../../../generated/schema";
import type { Purpose } from "../../messaging/purpose";
import {
  BR_MARKETING,
  NO_RESTRICTION,
  type SendingRule,
  type SendingRules,
  type SendingWindow,
} from "../../messaging/sending-rules/rule";
import { etagOf } from "../../platform/precondition";
import { type FieldProblem, unprocessable } from "../../platform/problem";
import { toTimestampOrNull } from "../../platform/time";
import { isTimeZone } from "../../platform/time-zone";

type Contract = components["schemas"]["SendingRule"];
type Request = components["schemas"]["UpdateSendingRuleRequest"];

export function toContract(purpose: Purpose, rules: SendingRules): Contract {
  const { updatedAt, ...rule } = rules[purpose] ?? { ...NO_RESTRICTION, updatedAt: null };
  return {
    purpose,
    windows: [...rule.windows],
    time_zone: rule.timeZone,
    holidays: rule.holidays,
    closed_dates: [...rule.closedDates],
    max_per_recipient: rule.maxPerRecipient,
    min_interval_seconds: rule.minIntervalSeconds,
    require_consent: rule.requireConsent,
    outside: rule.outside,
    updated_at: toTimestampOrNull(updatedAt),
  };
}

/** Returns the ETag of the fields that callers can change. */
export const tagOf = ({ updated_at: _updatedAt, ...fields }: Contract) => etagOf(fields);

/**
 * Returns the requested rule. Throws 422 for a preset with other fields, an empty window or an unknown time
 * zone.
 */
export function readRule({ preset, ...fields }: Request): SendingRule {
  if (preset !== undefined) {
    const given = Object.keys(fields);
    if (given.length === 0) return BR_MARKETING;
    throw unprocessable(
      "A sending rule is either a preset or its fields",
      given.map((field) => ({ field, message: "cannot be combined with `preset`" })),
    );
  }
  const problems = [...(fields.windows ?? []).flatMap(windowProblems), ...zoneProblems(fields.time_zone)];
  if (problems.length > 0) throw unprocessable("The sending rule cannot be used", problems);
  return {
    windows: fields.windows ?? NO_RESTRICTION.windows,
    timeZone: fields.time_zone ?? NO_RESTRICTION.timeZone,
    holidays: fields.holidays ?? NO_RESTRICTION.holidays,
    closedDates: [...(fields.closed_dates ?? NO_RESTRICTION.closedDates)].sort(),
    maxPerRecipient: fields.max_per_recipient ?? NO_RESTRICTION.maxPerRecipient,
    minIntervalSeconds: fields.min_interval_seconds ?? NO_RESTRICTION.minIntervalSeconds,
    requireConsent: fields.require_consent ?? NO_RESTRICTION.requireConsent,
    outside: fields.outside ?? NO_RESTRICTION.outside,
  };
}

const windowProblems = ({ from, to }: SendingWindow, index: number): FieldProblem[] =>
  from < to ? [] : [{ field: `windows[${index}].to`, message: `must be after \`from\`, which is ${from}` }];

const zoneProblems = (zone: string | undefined): FieldProblem[] =>
  zone === undefined || zone === "recipient" || isTimeZone(zone)
    ? []
    : [{ field: "time_zone", message: "must be `recipient` or the IANA name of a time zone" }];
