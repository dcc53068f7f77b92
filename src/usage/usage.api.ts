import type { UsageApi } from "../../generated/server/usage.api";
import type { App } from "../app";
import { tooLong } from "../db/page";
import { validationFailed } from "../problem";
import { dayOf, parseTimestamp } from "../time";
import { usageRows } from "./usage";
import { sumUsage } from "./usage.store";

/** The most rows of one answer. */
const MAX_ROWS = 10_000;

/** A date, or the day of UTC that an instant is in. */
const dayInput = (text: string | undefined) =>
  text === undefined ? undefined : dayOf(parseTimestamp(text.length === 10 ? `${text}T00:00:00Z` : text));

export function usageApi({ reads }: Pick<App, "reads">): UsageApi {
  return {
    async getUsage({ query, caller: { accountId }, signal }) {
      const groupBy = query.group_by ?? "day";
      const [from, to] = [dayInput(query.from), dayInput(query.to)];
      if (from !== undefined && to !== undefined && from > to) {
        throw validationFailed("The time window ends before it begins", [
          { field: "from", message: "must not be a day after to" },
        ]);
      }
      const reading = reads.of({ accountId, signal }, tooLong(query, "narrow it with from and to"));
      const sums = await reading((read) => read.step((db) => sumUsage(db, accountId, groupBy, { from, to })));
      const rows = usageRows(groupBy, sums);
      return { status: 200, body: { data: rows.slice(0, MAX_ROWS) } };
    },
  };
}
