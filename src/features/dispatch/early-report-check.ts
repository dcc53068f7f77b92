import type { Platform } from "../../platform/platform";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { type ReportKey, waitingKeys } from "./unmatched-reports.store";

/** Time that report keys wait for others, to share a query, in milliseconds. */
const GATHER = 20;
const MOST_AT_ONCE = 2_000;
/** Maximum keys that wait for their check while the database is slow. */
const MOST_WAITING = 100_000;

/**
 * Returns a check for reports that wait for messages whose submission has just been written. Usually none
 * wait, and submissions share a query. The periodic job matches the reports that this check misses: after
 * a crash, after a failed check, or if too many keys wait.
 */
export function earlyReportCheck(
  { db, log }: Pick<Platform, "db" | "log">,
  match: (found: readonly ReportKey[]) => Promise<unknown>,
): (keys: readonly Omit<ReportKey, "accountId">[]) => Promise<void> {
  let waiting = 0;
  const batcher = new WriteBatcher<readonly Omit<ReportKey, "accountId">[]>({
    most: MOST_AT_ONCE,
    weightOf: (keys) => keys.length,
    gatherMs: GATHER,
    concurrency: 1,
    mayBeOneItems: () => false,
    async write(some) {
      await match(await waitingKeys(db, some.flat()));
      return some.map(() => undefined);
    },
  });
  return async (keys) => {
    if (keys.length === 0 || waiting + keys.length > MOST_WAITING) return;
    waiting += keys.length;
    try {
      await batcher.add(keys);
    } catch (error) {
      log.warn({ err: error }, "failed to look up early delivery reports");
    } finally {
      waiting -= keys.length;
    }
  };
}
