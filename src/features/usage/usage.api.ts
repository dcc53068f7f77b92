import { limits } from "../../../generated/server/values";
import type { UsageApi } from "../../../generated/server/usage.api";
import type { Db } from "../../platform/db/dialect";
import type { Platform } from "../../platform/platform";
import { tooLong } from "../../platform/db/page";
import { validationFailed } from "../../platform/problem";
import { DAY, dayOf, hourOf, type Instant, parseTimestamp, SECOND } from "../../platform/time";
import { refuseEmptyWindow } from "../../platform/time-window";
import { usageRows } from "./usage";
import { sumHours, sumUsage, type UsageSum } from "./usage.store";

const MAX_ROWS = limits.UsageReport.data.maxItems;

/** Maximum hours per response: a week. */
const MAX_HOURS = 168;

interface Bounds {
  first: Instant;
  last: Instant;
}

/** Returns the first and last second of a bound. A date covers its whole day, an instant one second. */
function secondsOf(text: string | undefined): Bounds | undefined {
  if (text === undefined) return undefined;
  const isDate = text.length === "2026-01-31".length;
  const first = Math.floor(parseTimestamp(isDate ? `${text}T00:00:00Z` : text) / SECOND) * SECOND;
  return { first, last: isDate ? first + DAY - SECOND : first };
}

/** Returns the first and last hour, counted from 1970-01-01 UTC. Throws 400 for more than `MAX_HOURS`. */
function hoursOf(from: Bounds | undefined, to: Bounds | undefined, now: Instant): [number, number] {
  const last = hourOf(to?.last ?? now);
  const earliest = last - MAX_HOURS + 1;
  const first = from === undefined ? earliest : hourOf(from.first);
  if (first >= earliest) return [first, last];
  const end = to === undefined ? "the current hour" : "the hour of `to`";
  throw validationFailed(`With group_by=hour, the period must have at most ${MAX_HOURS} hours`, [
    { field: "from", message: `must be in one of the ${MAX_HOURS} hours up to ${end}` },
  ]);
}

export function usageApi({ reads, clock }: Pick<Platform, "reads" | "clock">): UsageApi {
  return {
    async getUsage({ query, caller: { accountId }, signal }) {
      const { group_by: groupBy = "day", channel: channels } = query;
      const [from, to] = [secondsOf(query.from), secondsOf(query.to)];
      if (from !== undefined && to !== undefined) refuseEmptyWindow(from.first, to.last, "from", "to");
      const reading = reads.of({ accountId, signal }, tooLong(query, "narrow it with from and to"));
      let sum: (db: Db) => Promise<UsageSum[]>;
      if (groupBy === "hour") {
        const hours = hoursOf(from, to, clock.now());
        sum = (db) => sumHours(db, accountId, hours, channels);
      } else {
        const days = { from: from && dayOf(from.first), to: to && dayOf(to.last), channels };
        sum = (db) => sumUsage(db, accountId, groupBy, days);
      }
      const sums = await reading(({ step }) => step(sum));
      const rows = usageRows(groupBy, sums);
      return { status: 200, body: { data: rows.slice(0, MAX_ROWS) } };
    },
  };
}
