import type { components } from "../../../generated/schema";
import type { Purpose } from "../purpose";
import type { Instant } from "../../platform/time";

type Contract = components["schemas"]["SendingRule"];

export type SendingWindow = components["schemas"]["SendingWindow"];

export interface SendingRule {
  /** Windows in which messages may be submitted; empty for any time. */
  windows: readonly SendingWindow[];
  /** Time zone of the windows: an IANA name, or `recipient` for the zone of each recipient. */
  timeZone: string;
  holidays: Contract["holidays"];
  /** Local dates without submissions, sorted. */
  closedDates: readonly string[];
  maxPerRecipient: { messages: number; days: number } | null;
  minIntervalSeconds: number | null;
  requireConsent: boolean;
  outside: Contract["outside"];
}

export interface StoredRule extends SendingRule {
  updatedAt: Instant;
}

/** The rules that an account has set. A purpose without a rule has no restriction. */
export type SendingRules = Readonly<Partial<Record<Purpose, StoredRule>>>;

export const NO_RESTRICTION: SendingRule = {
  windows: [],
  timeZone: "recipient",
  holidays: null,
  closedDates: [],
  maxPerRecipient: null,
  minIntervalSeconds: null,
  requireConsent: false,
  outside: "wait",
};

/**
 * Limits that carriers and aggregators in Brazil require for marketing. Messages may be sent on weekdays from
 * 08:00 to 18:00 and on Saturdays from 09:00 to 13:00, but not on national holidays. A number may receive at
 * most 7 messages a week.
 */
export const BR_MARKETING: SendingRule = {
  ...NO_RESTRICTION,
  windows: [
    { days: ["mon", "tue", "wed", "thu", "fri"], from: "08:00", to: "18:00" },
    { days: ["sat"], from: "09:00", to: "13:00" },
  ],
  holidays: "br",
  maxPerRecipient: { messages: 7, days: 7 },
};

/** Parses the stored rules of an account. Null means that the account has set no rules. */
export const parseRules = (stored: string | null): SendingRules =>
  stored === null ? {} : (JSON.parse(stored) as SendingRules);
