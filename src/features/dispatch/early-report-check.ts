import type { Platform } from "../../platform/platform";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";
import { type ReportKey, waitingKeys } from "./unmatched-reports.store";

/** How long names wait to be checked together, in milliseconds. */
const GATHER = 20;
const MOST_AT_ONCE = 2_000;
/** Maximum names that wait for their check, while the database is slow. */
const MOST_WAITING = 100_000;

/**
 * Checks whether reports wait for messages whose submission has just been written. Usually none do, so submissions share
 * a query. The periodic job finds what is not checked: after a crash, a failed check, or with too many names waiting.
 */
export function earlyReportCheck(
  { db, log }: Pick<Platform, "db" | "log">,
  match: (keys: readonly ReportKey[]) => Promise<unknown>,
): (names: readonly Omit<ReportKey, "accountId">[]) => Promise<void> {
  let waiting = 0;
  const batcher = new WriteBatcher<readonly Omit<ReportKey, "accountId">[]>({
    most: MOST_AT_ONCE,
    weightOf: (names) => names.length,
    gatherMs: GATHER,
    concurrency: 1,
    mayBeOneItems: () => false,
    async write(some) {
      await match(await waitingKeys(db, some.flat()));
      return some.map(() => undefined);
    },
  });
  return async (names) => {
    if (names.length === 0 || waiting + names.length > MOST_WAITING) return;
    waiting += names.length;
    try {
      await batcher.add(names);
    } catch (error) {
      log.warn({ err: error }, "failed to look up early delivery reports");
    } finally {
      waiting -= names.length;
    }
  };
}
