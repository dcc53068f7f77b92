import type { Platform } from "../../platform/platform";
import { type Instant, MINUTE } from "../../platform/time";
import { dropUnmatchedBeyond } from "./unmatched-reports.store";

/**
 * Maximum waiting reports per carrier connection. Without it, another system on the same carrier account, or a holder of
 * the callback token, could fill the disk. At 1,000 foreign reports a second, a report still waits longer than a
 * submission takes to be answered.
 */
export const MOST_UNMATCHED = 50_000;
/** Stored reports after which a process counts the rows again. Counting reads an index. */
const COUNTED_EVERY = 1_000;
/** Above `COUNTED_EVERY`, so that any surplus shrinks. */
const DROPPED_AT_ONCE = 2 * COUNTED_EVERY;
const LOGGED_EVERY = MINUTE;

export interface UnmatchedReportLimit {
  /** Counts stored reports of a carrier, and drops the oldest reports beyond the limit. */
  stored(carrier: string, reports: number): Promise<void>;
}

/**
 * Limits the waiting reports. The oldest are dropped: a genuine report finds its message within seconds. If the newest
 * were refused, a flood would block every genuine report.
 */
export function unmatchedReportLimit(
  { db, clock, log, metrics }: Pick<Platform, "db" | "clock" | "log" | "metrics">,
  most = MOST_UNMATCHED,
): UnmatchedReportLimit {
  /** Reports stored by this process since its last count. An absent carrier has not been counted yet. */
  const uncounted = new Map<string, number>();
  const unlogged = new Map<string, { dropped: number; loggedAt: Instant }>();

  function logDropped(carrier: string, dropped: number): void {
    metrics.reportsDropped.inc({ carrier }, dropped);
    const now = clock.now();
    const before = unlogged.get(carrier) ?? { dropped: 0, loggedAt: -Infinity };
    const sum = before.dropped + dropped;
    const isDue = Math.abs(now - before.loggedAt) >= LOGGED_EVERY;
    unlogged.set(carrier, isDue ? { dropped: 0, loggedAt: now } : { ...before, dropped: sum });
    if (isDue)
      log.warn({ carrier, dropped: sum, most }, "dropped the oldest delivery reports without a message");
  }

  return {
    async stored(carrier, reports) {
      const since = (uncounted.get(carrier) ?? Infinity) + reports;
      uncounted.set(carrier, since < COUNTED_EVERY ? since : 0);
      if (since < COUNTED_EVERY) return;
      try {
        const dropped = await dropUnmatchedBeyond(db, carrier, { most, limit: DROPPED_AT_ONCE });
        if (dropped > 0) logDropped(carrier, dropped);
        // More reports may be beyond the limit.
        if (dropped === DROPPED_AT_ONCE) uncounted.delete(carrier);
      } catch (error) {
        // The reports are stored. A refused carrier would only send them again.
        log.error({ err: error, carrier }, "failed to limit unmatched delivery reports");
      }
    },
  };
}
