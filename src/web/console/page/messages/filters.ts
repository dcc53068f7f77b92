import { type Filters, filterValue, filterValues, searchOf } from "../parts/filter-values";

/** Filters in the query string: `sender` and `campaign` are ids, `from` and `to` are local dates. */
export const FILTERS = ["search", "channel", "status", "sender", "campaign", "from", "to"] as const;
export type MessageFilters = Filters<(typeof FILTERS)[number]>;

/** Returns local midnight of a date as an ISO timestamp. */
const midnight = (day: string, daysLater = 0): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
};

/** Returns whether a text is a phone number with country or area code, not a part of a number. */
const isWholeNumber = (text: string) => /^(\+\d{8,15}|\d{11,15})$/.test(text);

/** Searches a whole number by the recipient index. Other text makes the service scan all messages. */
function searchParams(typed: string) {
  const text = searchOf(typed);
  const number = typed.trim().startsWith("+") ? `+${text}` : text;
  return isWholeNumber(number) ? { recipient: [number] } : { search: filterValue(text) };
}

/** Returns the filter parameters that the list and the export share. */
export const toFilter = ({ search, channel, status, sender, campaign, from, to }: MessageFilters) => ({
  ...searchParams(search),
  channel: filterValues(channel),
  status: filterValues(status),
  sender_id: filterValues(sender),
  campaign_id: filterValues(campaign),
  from: midnight(from),
  to: midnight(to, 1),
});
