import { DAY, HOUR, type Instant, MINUTE, SECOND } from "../../platform/time";
import { type AttemptEntry, isSuccess } from "./delivery";
import type { DisabledReason } from "./endpoint";

/** Pauses after the first, second, … failed attempt, in milliseconds. No attempt follows the last one. */
const PAUSES_MS = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR] as const;
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/** Jitter of the pauses, as a share up and down. It spreads the retries after simultaneous failures. */
const JITTER = 0.2;
/** Maximum delay that a receiver can request, in milliseconds. No pause is longer. */
export const LONGEST_RETRY_AFTER_MS = DAY;
/** Time of failures without a success after which an endpoint is disabled, in milliseconds. */
export const FAILING_LIMIT_MS = 5 * DAY;

export const GONE = 410;

/**
 * Returns the delay that a Retry-After header (seconds or HTTP date) requests, in milliseconds; 0 if the
 * header is absent or invalid.
 */
export function retryAfterMs(header: string | null, now: Instant): number {
  if (header === null) return 0;
  const asked = /^\s*\d{1,10}\s*$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_RETRY_AFTER_MS);
}

/** Returns when to retry after the failed attempt with this number (from 1); null after the last attempt. */
export function nextAttemptAt(
  attempt: number,
  now: Instant,
  { random, retryAfter }: { random: () => number; retryAfter: string | null },
): Instant | null {
  const pause = PAUSES_MS[attempt - 1];
  if (pause === undefined) return null;
  const varied = Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
  return now + Math.max(varied, retryAfterMs(retryAfter, now));
}

/** The health of an endpoint. */
export interface Health {
  /** Time of the first failure after the latest success. */
  failingSince: Instant | null;
  lastAttempt: AttemptEntry | null;
  /** Reason to disable the endpoint; null if there is none. */
  disable: Exclude<DisabledReason, "manual"> | null;
}

export interface EndedAttempt {
  finishedAt: Instant;
  entry: AttemptEntry;
}

/**
 * Returns the health after another attempt. Workers may write attempts out of order. An attempt that is older
 * than the last known one neither starts nor ends a failing period; it can only extend one backwards.
 */
export function healthAfter(health: Health, { finishedAt: at, entry }: EndedAttempt): Health {
  const [attemptedAt, status] = entry;
  const isOlder = health.lastAttempt !== null && attemptedAt < health.lastAttempt[0];
  const lastAttempt = isOlder ? health.lastAttempt : entry;
  if (isSuccess(status)) {
    return isOlder ? health : { ...health, lastAttempt, failingSince: null };
  }
  const begins = !isOlder || health.failingSince !== null || status === GONE;
  const failingSince = begins ? Math.min(health.failingSince ?? at, at) : null;
  return { failingSince, lastAttempt, disable: health.disable ?? reasonToDisable(status, failingSince, at) };
}

function reasonToDisable(
  status: number | null,
  failingSince: Instant | null,
  now: Instant,
): Health["disable"] {
  if (status === GONE) return "gone";
  return failingSince !== null && now - failingSince >= FAILING_LIMIT_MS ? "failing" : null;
}
