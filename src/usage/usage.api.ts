import type { UsageApi } from "../../generated/server/usage.api";
import type { App } from "../app";
import { DAY, dayOf, type Instant, parseTimestamp, SECOND } from "../time";
import { refuseEmptyWindow } from "../time-window";
import { usageRows } from "./usage";
import { sumUsage } from "./usage.store";

/** The most rows of one answer. */
const MAX_ROWS = 10_000;

/** The seconds that a bound stands for: all of a date's, or the one of an instant. */
function secondsOf(text: string | undefined): { first: Instant; last: Instant } | undefined {
  if (text === undefined) return undefined;
  const isDate = text.length === "2026-01-31".length;
  const first = Math.floor(parseTimestamp(isDate ? `${text}T00:00:00Z` : text) / SECOND) * SECOND;
  return { first, last: isDate ? first + DAY - SECOND : first };
}

export function usageApi({ db }: Pick<App, "db">): UsageApi {
  return {
    async getUsage({ query, caller }) {
      const groupBy = query.group_by ?? "day";
      const [from, to] = [secondsOf(query.from), secondsOf(query.to)];
      if (from !== undefined && to !== undefined) refuseEmptyWindow(from.first, to.last, "from", "to");
      const days = { from: from && dayOf(from.first), to: to && dayOf(to.last) };
      const rows = usageRows(groupBy, await sumUsage(db, caller.accountId, groupBy, days));
      return { status: 200, body: { data: rows.slice(0, MAX_ROWS) } };
    },
  };
}
