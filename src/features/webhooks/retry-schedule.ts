import { retryAfterMs } from "../../platform/retry-after";
import { DAY, HOUR, type Instant, MINUTE, SECOND } from "../../platform/time";
import { type Hold, waitingFrom } from "../../queue/hold";
import { type AttemptEntry, isSuccess } from "./delivery";
import type { DisabledReason } from "./endpoint";

/** Pauses after failed attempts, in order, in milliseconds. The last attempt follows the last pause. */
const PAUSES_MS = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR] as const;
export const MAX_DELIVERY_ATTEMPTS = PAUSES_MS.length + 1;

/** Maximum jitter as a fraction of the pause, up or down. Spreads the retries of simultaneous failures. */
const JITTER = 0.2;
/** Maximum delay that a receiver can request, in milliseconds. Exceeds every pause. */
export const LONGEST_RETRY_AFTER_MS = DAY;
/** Minimum duration of failures before an abandoned delivery disables its endpoint, in milliseconds. */
export const FAILING_LIMIT_MS = 5 * DAY;

export const GONE = 410;

/** Returns the time of the retry after failed attempt N (from 1); null after the last attempt. */
export function nextAttemptAt(
  attempt: number,
  now: Instant,
  { random, retryAfter }: { random: () => number; retryAfter: string | null },
): Instant | null {
  const pause = PAUSES_MS[attempt - 1];
  if (pause === undefined) return null;
  const varied = Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
  const requested = Math.min(retryAfterMs(retryAfter, now) ?? 0, LONGEST_RETRY_AFTER_MS);
  return now + Math.max(varied, requested);
}

export interface Health {
  failingSince: Instant | null;
  lastAttempt: AttemptEntry | null;
  disable: Exclude<DisabledReason, "manual"> | null;
}

interface EndedAttempt {
  finishedAt: Instant;
  entry: AttemptEntry;
  /** Whether the delivery is abandoned after the attempt. */
  isLast: boolean;
}

/**
 * Returns an endpoint's health after an attempt. Workers may write attempts out of order. An attempt older
 * than `lastAttempt` does not end a failing period, and begins a failing period only with status 410. Status
 * 410 disables the endpoint at once. Another failure disables it only if it abandons a delivery after the
 * failing limit: with few events, the endpoint may have recovered since its last failure. A release of the
 * queue restarts the failing limit, because an endpoint cannot succeed during a hold.
 */
export function healthAfter(
  health: Health,
  { finishedAt: at, entry, isLast }: EndedAttempt,
  hold: Hold,
): Health {
  const [attemptedAt, status] = entry;
  const isOlder = health.lastAttempt !== null && attemptedAt < health.lastAttempt[0];
  const lastAttempt = isOlder ? health.lastAttempt : entry;
  if (isSuccess(status)) {
    return isOlder ? health : { ...health, lastAttempt, failingSince: null };
  }
  const begins = !isOlder || health.failingSince !== null || status === GONE;
  const failingSince = begins ? Math.min(health.failingSince ?? at, at) : null;
  const failingFrom = failingSince === null ? null : waitingFrom(hold, failingSince, at);
  const isOverLimit = failingFrom !== null && at - failingFrom >= FAILING_LIMIT_MS;
  const reason = status === GONE ? "gone" : isLast && isOverLimit ? "failing" : null;
  return { failingSince, lastAttempt, disable: health.disable ?? reason };
}
