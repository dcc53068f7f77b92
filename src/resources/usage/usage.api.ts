import { limits } from "../../../generated/server/values";
import type { UsageApi } from "../../../generated/server/usage.api";
import type { Platform } from "../../platform/parts";
import { tooLong } from "../../platform/db/page";
import { DAY, dayOf, type Instant, parseTimestamp, SECOND } from "../../platform/time";
import { refuseEmptyWindow } from "../../platform/time-window";
import { usageRows } from "./usage";
import { sumUsage } from "./usage.store";

/** The most rows of one answer. */
const MAX_ROWS = limits.UsageReport.data.maxItems;

/** The seconds that a bound stands for: all of a date's, or the one of an instant. */
function secondsOf(text: string | undefined): { first: Instant; last: Instant } | undefined {
  if (text === undefined) return undefined;
  const isDate = text.length === "2026-01-31".length;
  const first = Math.floor(parseTimestamp(isDate ? `${text}T00:00:00Z` : text) / SECOND) * SECOND;
  return { first, last: isDate ? first + DAY - SECOND : first };
}

export function usageApi({ reads }: Pick<Platform, "reads">): UsageApi {
  return {
    async getUsage({ query, caller: { accountId }, signal }) {
      const groupBy = query.group_by ?? "day";
      const [from, to] = [secondsOf(query.from), secondsOf(query.to)];
      if (from !== undefined && to !== undefined) refuseEmptyWindow(from.first, to.last, "from", "to");
      const days = { from: from && dayOf(from.first), to: to && dayOf(to.last) };
      const reading = reads.of({ accountId, signal }, tooLong(query, "narrow it with from and to"));
      const sums = await reading((read) => read.step((db) => sumUsage(db, accountId, groupBy, days)));
      const rows = usageRows(groupBy, sums);
      return { status: 200, body: { data: rows.slice(0, MAX_ROWS) } };
    },
  };
}
