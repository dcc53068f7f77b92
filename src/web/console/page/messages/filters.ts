import { normalizePhone } from "../../../../messaging/phone";
import { type Filters, filterValue, searchOf } from "../parts/filter-values";
import { rangeOf } from "../parts/period";

/**
 * Names of the filters in the query string. `status` is a comma-separated list, `reason` an error code,
 * `block` a block reason, `period` a preset, and `tag` one tag. `sender`, `campaign`, `template` and `batch`
 * are ids; `from` and `to` are local dates or instants.
 */
export const FILTERS = [
  "search",
  "channel",
  "purpose",
  "status",
  "reason",
  "block",
  "sender",
  "campaign",
  "template",
  "batch",
  "tag",
  "period",
  "from",
  "to",
] as const;
export type MessageFilters = Filters<(typeof FILTERS)[number]>;

/**
 * Returns whether a text is a complete phone number with country or area code. The service rejects any other
 * text, such as an order number, as a recipient.
 */
const isWholeNumber = (text: string) =>
  /^(\+\d{8,15}|\d{11,15})$/.test(text) && normalizePhone(text) !== null;

/**
 * Returns the parameter `recipient` for a complete phone number, which the service finds by an index. Returns
 * `search` for any other text, for which the service scans all messages.
 */
function searchParams(typed: string) {
  const text = searchOf(typed);
  const number = typed.trim().startsWith("+") ? `+${text}` : text;
  return isWholeNumber(number) ? { recipient: [number] } : { search: filterValue(text) };
}

const listOf = (values: string): string[] | undefined => {
  const list = values.split(",").filter(Boolean);
  return list.length === 0 ? undefined : list;
};

/** Returns the filters as parameters of the list and the export. `now` determines preset periods. */
export const toFilter = (filters: MessageFilters, now: Date) => ({
  ...searchParams(filters.search),
  channel: listOf(filters.channel),
  purpose: listOf(filters.purpose),
  status: listOf(filters.status),
  error_code: listOf(filters.reason),
  block_reason: listOf(filters.block),
  sender_id: listOf(filters.sender),
  campaign_id: listOf(filters.campaign),
  template_id: listOf(filters.template),
  batch_id: filters.batch || undefined,
  tag: listOf(filters.tag),
  ...rangeOf(filters, now),
});
