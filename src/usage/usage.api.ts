import type { UsageApi } from "../../generated/server/usage.api";
import type { App } from "../app";
import { validationFailed } from "../problem";
import { dayOf, parseTimestamp } from "../time";
import { usageRows } from "./usage";
import { sumUsage } from "./usage.store";

/** The most rows of one answer. */
const MAX_ROWS = 10_000;

/** A date, or the day of UTC that an instant is in. */
const dayInput = (text: string | undefined) =>
  text === undefined ? undefined : dayOf(parseTimestamp(text.length === 10 ? `${text}T00:00:00Z` : text));

export function usageApi({ db }: Pick<App, "db">): UsageApi {
  return {
    async getUsage({ query, caller }) {
      const groupBy = query.group_by ?? "day";
      const [from, to] = [dayInput(query.from), dayInput(query.to)];
      if (from !== undefined && to !== undefined && from > to) {
        throw validationFailed("The time window ends before it begins", [
          { field: "from", message: "must not be a day after to" },
        ]);
      }
      const rows = usageRows(groupBy, await sumUsage(db, caller.accountId, groupBy, { from, to }));
      return { status: 200, body: { data: rows.slice(0, MAX_ROWS) } };
    },
  };
}
