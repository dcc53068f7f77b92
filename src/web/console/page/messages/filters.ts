import { type Filters, filterValue, filterValues, searchOf } from "../parts/filter-values";

/** `sender` and `campaign` are ids; `from` and `to` are local days, `2026-01-31`. */
export const FILTERS = ["search", "channel", "status", "sender", "campaign", "from", "to"] as const;
export type MessageFilters = Filters<(typeof FILTERS)[number]>;

/** Returns the instant of local midnight. */
const midnight = (day: string, daysLater = 0): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
};

/** Matches a number with its area code or country code; a part of a number is shorter. */
const isWholeNumber = (text: string) => /^(\+\d{8,15}|\d{11,15})$/.test(text);

/**
 * Returns the search parameters. A whole number uses the index of recipients; other text makes the service
 * scan messages.
 */
function searchParams(typed: string) {
  const text = searchOf(typed);
  const number = typed.trim().startsWith("+") ? `+${text}` : text;
  return isWholeNumber(number) ? { recipient: [number] } : { search: filterValue(text) };
}

/** Returns the filter that the list and its export share. */
export const toFilter = ({ search, channel, status, sender, campaign, from, to }: MessageFilters) => ({
  ...searchParams(search),
  channel: filterValues(channel),
  status: filterValues(status),
  sender_id: filterValues(sender),
  campaign_id: filterValues(campaign),
  from: midnight(from),
  to: midnight(to, 1),
});
