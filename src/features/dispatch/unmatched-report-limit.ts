import type { Platform } from "../../platform/platform";
import { type Instant, MINUTE } from "../../platform/time";
import { dropUnmatchedBeyond } from "./unmatched-reports.store";

/**
 * Maximum stored reports without a message, per carrier connection. Bounds the disk space that foreign
 * reports on the same carrier account take. At 1,000 foreign reports a second, a report is kept for 50
 * seconds.
 */
export const MAX_UNMATCHED = 50_000;
/** Number of stored reports after which a process counts the rows again. */
const COUNTED_EVERY = 1_000;
/** Maximum reports dropped per count. More than `COUNTED_EVERY`, so that a surplus shrinks. */
const DROPPED_AT_ONCE = 2 * COUNTED_EVERY;
const LOGGED_EVERY = MINUTE;

/**
 * Returns a function that limits how many reports without a message are stored for a carrier. The function
 * drops the oldest reports: a genuine report matches its message within seconds, so an old one is probably
 * not genuine. If it refused new reports instead, invalid reports could block genuine ones.
 */
export function unmatchedReportLimit(
  { db, clock, log, metrics }: Pick<Platform, "db" | "clock" | "log" | "metrics">,
  max = MAX_UNMATCHED,
): (carrier: string, reports: number) => Promise<void> {
  /** Number of reports stored since this process last counted, by carrier; absent before the first count. */
  const uncounted = new Map<string, number>();
  const unlogged = new Map<string, { dropped: number; loggedAt: Instant }>();

  function logDropped(carrier: string, dropped: number): void {
    metrics.reportsDropped.inc({ carrier }, dropped);
    const now = clock.now();
    const before = unlogged.get(carrier) ?? { dropped: 0, loggedAt: -Infinity };
    const sum = before.dropped + dropped;
    const isDue = Math.abs(now - before.loggedAt) >= LOGGED_EVERY;
    unlogged.set(carrier, isDue ? { dropped: 0, loggedAt: now } : { ...before, dropped: sum });
    if (isDue) log.warn({ carrier, dropped: sum, most: max }, "dropped unmatched delivery reports");
  }

  return async (carrier, reports) => {
    const since = (uncounted.get(carrier) ?? Infinity) + reports;
    uncounted.set(carrier, since < COUNTED_EVERY ? since : 0);
    if (since < COUNTED_EVERY) return;
    try {
      const dropped = await dropUnmatchedBeyond(db, carrier, { max, limit: DROPPED_AT_ONCE });
      if (dropped > 0) logDropped(carrier, dropped);
      // Count again at the next report: more reports may exceed the limit.
      if (dropped === DROPPED_AT_ONCE) uncounted.delete(carrier);
    } catch (error) {
      // Do not throw: the reports are stored, and after an error the carrier would send the reports again.
      log.error({ err: error, carrier }, "failed to limit unmatched delivery reports");
    }
  };
}
