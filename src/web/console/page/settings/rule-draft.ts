// Converts a sending rule to the inputs of its form, and back.
import type { SendingRule } from "../../../../client";
import { BR_MARKETING } from "../../../../messaging/sending-rules/rule";
import { inWholeUnits, type Unit } from "../parts/units";

export type RuleFields = Omit<SendingRule, "purpose" | "updated_at">;
export type RuleWindow = RuleFields["windows"][number];
export type Day = RuleWindow["days"][number];

export const DAYS: readonly Day[] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/** Seconds of an hour, which is the form's unit for a rule without a minimum interval. */
const HOUR = 3_600;

export interface EnteredRule {
  windows: RuleWindow[];
  at: "recipient" | "zone";
  /** IANA name of the rule's time zone; kept while the user has chosen the recipient's time zone instead. */
  zone: string;
  hasHolidays: boolean;
  closedDates: string[];
  /** Date in the input that adds a closed date; empty for none. */
  newDate: string;
  /** Maximum number of messages per recipient as typed; empty for no limit. */
  messages: string;
  days: string;
  /** Minimum interval between messages as typed, in `unit`; empty for none. */
  interval: string;
  /** Unit of `interval`, as its length in seconds. */
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
 * Adds a weekday to a sending window, or removes it if the window has it. Keeps the days in the order of the
 * week.
 */
export const withDay = ({ days, ...window }: RuleWindow, day: Day): RuleWindow => ({
  ...window,
  days: DAYS.filter((one) => days.includes(one) !== (one === day)),
});

/** Returns the dates with `date` added, sorted and without duplicates. */
export const withDate = (dates: readonly string[], date: string): string[] =>
  [...new Set([...dates, date])].sort();

export const NEW_WINDOW: RuleWindow = {
  days: ["mon", "tue", "wed", "thu", "fri"],
  from: "08:00",
  to: "18:00",
};

/** Rule that carriers in Brazil require for marketing, from the contract's preset. */
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
