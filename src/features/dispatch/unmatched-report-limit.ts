import type { Platform } from "../../platform/platform";
import { type Instant, MINUTE } from "../../platform/time";
import { dropUnmatchedBeyond } from "../messages/references.store";

/**
 * Reports of one carrier that wait for their message. Another system on the same account with the carrier, or somebody
 * who knows a callback's token, could fill the disk otherwise. At a thousand strange reports a second each still waits for
 * longer than a submission takes to be answered.
 */
export const MOST_UNMATCHED = 50_000;
/** Counting reads as many rows, so it comes once in so many reports that a process keeps. */
const COUNTED_EVERY = 1_000;
/** More than are kept in between, so that it ends however many there were. */
const DROPPED_AT_ONCE = 2 * COUNTED_EVERY;
const SAID_EVERY = MINUTE;

export interface UnmatchedBound {
  /** So many reports of the carrier were kept: forgets the oldest where that makes too many. */
  kept(carrier: string, reports: number): Promise<void>;
}

/**
 * Bounds the reports that wait. The oldest go: a report that will be matched is so within seconds, so that whatever has
 * waited longest most likely is a stranger's; were the newest refused, a flood would keep every later report out for as
 * long as its own wait.
 */
export function unmatchedBound(
  { db, clock, log, metrics }: Pick<Platform, "db" | "clock" | "log" | "metrics">,
  most = MOST_UNMATCHED,
): UnmatchedBound {
  /** Kept by this process since it last counted; a carrier that is not here has yet to be counted. */
  const uncounted = new Map<string, number>();
  const unsaid = new Map<string, { dropped: number; saidAt: Instant }>();

  function say(carrier: string, dropped: number): void {
    metrics.reportsDropped.inc({ carrier }, dropped);
    const now = clock.now();
    const before = unsaid.get(carrier) ?? { dropped: 0, saidAt: -Infinity };
    const sum = before.dropped + dropped;
    const isDue = Math.abs(now - before.saidAt) >= SAID_EVERY;
    unsaid.set(carrier, isDue ? { dropped: 0, saidAt: now } : { ...before, dropped: sum });
    if (!isDue) return;
    log.warn(
      { carrier, dropped: sum, most },
      "too many delivery reports wait for messages that nobody knows: the oldest were dropped",
    );
  }

  return {
    async kept(carrier, reports) {
      const since = (uncounted.get(carrier) ?? Infinity) + reports;
      uncounted.set(carrier, since < COUNTED_EVERY ? since : 0);
      if (since < COUNTED_EVERY) return;
      try {
        const dropped = await dropUnmatchedBeyond(db, carrier, { most, limit: DROPPED_AT_ONCE });
        if (dropped > 0) say(carrier, dropped);
        // There may be more.
        if (dropped === DROPPED_AT_ONCE) uncounted.delete(carrier);
      } catch (error) {
        // They are stored: a carrier that were told otherwise would only send them again.
        log.error({ err: error, carrier }, "unmatched delivery reports could not be bounded");
      }
    },
  };
}
