import { type Filters, given, filterValues, searchOf } from "../parts/filter-values";

/** `sender` and `campaign` are ids; `from` and `to` are days by the person's own clock, `2026-01-31`. */
export const FILTERS = ["search", "channel", "status", "sender", "campaign", "from", "to"] as const;
export type MessageFilters = Filters<(typeof FILTERS)[number]>;

/** A day of the person's clock begins at its midnight, not at that of UTC. */
const midnight = (day: string, daysLater = 0): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
};

/** An area code and a mobile's nine digits, or whatever has its country code: a part of a number has fewer. */
const isWholeNumber = (text: string) => /^(\+\d{8,15}|\d{11,15})$/.test(text);

/**
 * What is looked for in the list. A whole number is found at once however many messages there are; anything else the service
 * has to read them for.
 */
function soughtBy(typed: string) {
  const text = searchOf(typed);
  const number = typed.trim().startsWith("+") ? `+${text}` : text;
  return isWholeNumber(number) ? { recipient: [number] } : { search: filterValue(text) };
}

/** Which messages: what the list and an export of it have in common. */
export const toFilter = ({ search, channel, status, sender, campaign, from, to }: MessageFilters) => ({
  ...soughtBy(search),
  channel: filterValues(channel),
  status: filterValues(status),
  sender_id: filterValues(sender),
  campaign_id: filterValues(campaign),
  from: midnight(from),
  to: midnight(to, 1),
});
