// Converts a sending rule to the inputs of its form, and back.
import type { SendingRule } from "../../../../client";
import { BR_MARKETING } from "../../../../messaging/sending-rules/rule";
import { inWholeUnits, type Unit } from "../parts/units";

export type RuleFields = Omit<SendingRule, "purpose" | "updated_at">;
export type RuleWindow = RuleFields["windows"][number];
export type Day = RuleWindow["days"][number];

export const DAYS: readonly Day[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Seconds of an hour, the unit of a rule without an interval. */
const HOUR = 3_600;

export interface EnteredRule {
  windows: RuleWindow[];
  at: "recipient" | "zone";
  /** Time zone as an IANA name; kept while the recipient's time zone is chosen. */
  zone: string;
  hasHolidays: boolean;
  closedDates: string[];
  /** Date that is chosen, and not yet among the closed dates; empty for none. */
  newDate: string;
  /** Maximum number of messages as typed; empty for no limit. */
  messages: string;
  days: string;
  /** Minimum interval in units, as typed; empty for none. */
  interval: string;
  /** Length of the unit in seconds. */
  unit: Unit;
  requireConsent: boolean;
  outside: RuleFields["outside"];
}

export function enteredOf(rule: RuleFields): EnteredRule {
  const { max_per_recipient: most, min_interval_seconds: interval, time_zone: zone } = rule;
  const { count, unit } = inWholeUnits(interval ?? HOUR);
  return {
    windows: rule.windows,
    at: zone === "recipient" ? "recipient" : "zone",
    zone: zone === "recipient" ? "" : zone,
    hasHolidays: rule.holidays !== null,
    closedDates: rule.closed_dates,
    newDate: "",
    messages: most === null ? "" : String(most.messages),
    days: most === null ? "" : String(most.days),
    interval: interval === null ? "" : String(count),
    unit,
    requireConsent: rule.require_consent,
    outside: rule.outside,
  };
}

export function ruleOf(entered: EnteredRule): RuleFields {
  const { closedDates, newDate, messages, days, interval, unit } = entered;
  return {
    windows: entered.windows,
    time_zone: entered.at === "recipient" ? "recipient" : entered.zone.trim(),
    holidays: entered.hasHolidays ? "br" : null,
    closed_dates: newDate === "" ? closedDates : withDate(closedDates, newDate),
    max_per_recipient:
      messages === "" && days === "" ? null : { messages: Number(messages), days: Number(days) },
    min_interval_seconds: interval === "" ? null : Number(interval) * unit,
    require_consent: entered.requireConsent,
    outside: entered.outside,
  };
}

/**
 * Adds a weekday to a window, or removes the weekday if the window has it. The days are in the order of the
 * week.
 */
export const withDay = ({ days, ...window }: RuleWindow, day: Day): RuleWindow => ({
  ...window,
  days: DAYS.filter((one) => days.includes(one) !== (one === day)),
});

/** Adds a date to a list of dates. The list is sorted and has no duplicates. */
export const withDate = (dates: readonly string[], date: string): string[] =>
  [...new Set([...dates, date])].sort();

export const NEW_WINDOW: RuleWindow = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "08:00",
  to: "18:00",
};

/** Limits that carriers in Brazil require for marketing: the contract's preset. */
export const BRAZIL: RuleFields = {
  windows: [...BR_MARKETING.windows],
  time_zone: BR_MARKETING.timeZone,
  holidays: BR_MARKETING.holidays,
  closed_dates: [...BR_MARKETING.closedDates],
  max_per_recipient: BR_MARKETING.maxPerRecipient,
  min_interval_seconds: BR_MARKETING.minIntervalSeconds,
  require_consent: BR_MARKETING.requireConsent,
  outside: BR_MARKETING.outside,
};
