import type { Platform } from "../../platform/platform";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { type ReportKey, unmatchedKeys } from "./unmatched-reports.store";

/** Time that report keys wait for more keys, to share a query, in milliseconds. */
const GATHER = 50;
const MAX_AT_ONCE = 2_000;
/** Maximum keys that wait for a check while the database is slow. Further keys are not checked. */
const MAX_WAITING = 100_000;

/**
 * Returns a check for reports that arrived before the outcome of their message was written. Checks share
 * queries. A periodic job matches the reports that a failed or omitted check misses.
 */
export function earlyReportCheck(
  { db, log }: Pick<Platform, "db" | "log">,
  match: (found: readonly ReportKey[]) => Promise<unknown>,
): (keys: readonly Omit<ReportKey, "accountId">[]) => Promise<void> {
  let waiting = 0;
  const batcher = new WriteBatcher<readonly Omit<ReportKey, "accountId">[]>({
    max: MAX_AT_ONCE,
    weightOf: (keys) => keys.length,
    gatherMs: GATHER,
    concurrency: 1,
    mayBeOneItems: () => false,
    async write(some) {
      await match(await unmatchedKeys(db, some.flat()));
      return some.map(() => undefined);
    },
  });
  return async (keys) => {
    if (keys.length === 0 || waiting + keys.length > MAX_WAITING) return;
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
