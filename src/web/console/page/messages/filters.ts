import { PAGE_SIZE, pageIn } from "../parts/pages";

/** The filters of the list as they stand in the page's address, so that it can be kept and passed on. */
export interface Filters {
  search: string;
  channel: string;
  status: string;
  /** The id of one. */
  campaign: string;
  /** Days by the person's own clock, `2026-01-31`; empty: from the first, to the last. */
  from: string;
  to: string;
  page: number;
}

export const readFilters = (query: Readonly<Record<string, string>>): Filters => ({
  search: query.search ?? "",
  channel: query.channel ?? "",
  status: query.status ?? "",
  campaign: query.campaign ?? "",
  from: query.from ?? "",
  to: query.to ?? "",
  page: pageIn(query),
});

/** A day of the person's clock begins at its midnight, not at that of UTC. */
const midnight = (day: string, daysLater = 0): string | undefined => {
  const [year, month, date] = day.split("-").map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
};

/** Which messages: what the list and an export of it have in common. */
export const toFilter = ({ search, channel, status, campaign, from, to }: Filters) => ({
  ...(search === "" ? {} : { search }),
  ...(channel === "" ? {} : { channel: [channel] }),
  ...(status === "" ? {} : { status: [status] }),
  ...(campaign === "" ? {} : { campaign_id: [campaign] }),
  ...(from === "" ? {} : { from: midnight(from) }),
  ...(to === "" ? {} : { to: midnight(to, 1) }),
});

/** The parameters of the question to the service. */
export const toParams = (filters: Filters) => ({
  ...toFilter(filters),
  limit: PAGE_SIZE,
  offset: (filters.page - 1) * PAGE_SIZE,
});
