import type { Platform } from "../../platform/platform";
import { type Instant, MINUTE } from "../../platform/time";
import { dropUnmatchedBeyond } from "./unmatched-reports.store";

/**
 * Maximum waiting reports per carrier connection. Without a limit, another system on the same carrier
 * account, or a holder of the callback token, could fill the disk. At 1,000 foreign reports a second, a
 * report waits 50 seconds, which is longer than a submission.
 */
export const MOST_UNMATCHED = 50_000;
/** Stored reports after which a process counts the rows again. The count reads an index. */
const COUNTED_EVERY = 1_000;
/** Maximum reports dropped at once. Above `COUNTED_EVERY`, so that a surplus shrinks. */
const DROPPED_AT_ONCE = 2 * COUNTED_EVERY;
const LOGGED_EVERY = MINUTE;

export interface UnmatchedReportLimit {
  /** Counts newly stored reports of a carrier, and drops the oldest reports beyond the limit. */
  stored(carrier: string, reports: number): Promise<void>;
}

/**
 * Returns the limit on waiting reports. It drops the oldest reports, because a genuine report matches its
 * message within seconds. If it refused the newest, a flood would block every genuine report.
 */
export function unmatchedReportLimit(
  { db, clock, log, metrics }: Pick<Platform, "db" | "clock" | "log" | "metrics">,
  most = MOST_UNMATCHED,
): UnmatchedReportLimit {
  /** Reports stored by this process since its last count, by carrier; absent before the first count. */
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
        // The reports are stored. If this threw, the carrier would send them again.
        log.error({ err: error, carrier }, "failed to limit unmatched delivery reports");
      }
    },
  };
}
