import type { ListConversationsParams } from "../../../../client";
import { type Filters, filterValue, filterValues, searchOf } from "../parts/filter-values";

export const TABS = ["open", "unread", "done", "all"] as const;
type Tab = (typeof TABS)[number];

/** Names of the filters in the query string. An empty `tab` means open conversations. */
export const FILTERS = ["tab", "search", "campaign_id", "opted_out"] as const;
type InboxFilters = Filters<(typeof FILTERS)[number]>;

export const tabOf = ({ tab }: Pick<InboxFilters, "tab">): Tab => TABS.find((one) => one === tab) ?? "open";

/**
 * Returns the value of the filter `tab` for a tab. The tab of open conversations has an empty value, to keep
 * its address short.
 */
export const valueOfTab = (tab: Tab): string => (tab === "open" ? "" : tab);

const OF_TAB: Readonly<Record<Tab, ListConversationsParams>> = {
  open: { status: ["open"] },
  unread: { unread: true },
  done: { status: ["done"] },
  all: {},
};

/**
 * Converts the filters in the query string to parameters of `listConversations`. Omits empty filters, except
 * `tab`: an empty `tab` selects open conversations.
 */
export function toParams(filters: InboxFilters): ListConversationsParams {
  const { campaign_id, opted_out, search } = filters;
  const found = {
    ...OF_TAB[tabOf(filters)],
    campaign_id: filterValues(campaign_id),
    search: filterValue(searchOf(search)),
    opted_out: opted_out === "" ? undefined : opted_out === "yes",
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns whether a filter besides the tab is set, so that an empty list offers to clear the filters. */
export const isNarrowed = ({ search, campaign_id, opted_out }: InboxFilters): boolean =>
  [search, campaign_id, opted_out].some((value) => value !== "");

/**
 * Returns the value of `tab` after the search changes to `text`. A search moves from open to all
 * conversations, and clearing it moves back. Any other tab stays selected.
 */
export const tabForSearch = ({ tab, search }: InboxFilters, text: string): string =>
  text === "" ? (search !== "" && tab === "all" ? "" : tab) : tab === "" ? "all" : tab;
