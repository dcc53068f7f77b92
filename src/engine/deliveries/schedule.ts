import { DAY, HOUR, type Instant, MINUTE, SECOND } from "../../platform/time";
import type { DisabledReason } from "../../resources/webhooks/endpoint";

/** The pauses after the first, second, … failed attempt, in milliseconds; after the last attempt there is none. */
const PAUSES_MS = [5 * SECOND, MINUTE, 10 * MINUTE, HOUR] as const;
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/** Pauses vary by this share up and down, so that what failed together does not come back together. */
const JITTER = 0.2;
/** A receiver cannot put an attempt off for longer than this, in milliseconds: no pause is longer. */
export const LONGEST_RETRY_AFTER_MS = DAY;
/** An endpoint that nothing got through to for this long is disabled, in milliseconds. */
export const FAILING_LIMIT_MS = 5 * DAY;

export const GONE = 410;

/** What a Retry-After header asks for, in milliseconds from now: seconds or an HTTP date; 0 where it says nothing. */
export function retryAfterMs(header: string | null, now: Instant): number {
  if (header === null) return 0;
  const asked = /^\s*\d{1,10}\s*$/.test(header) ? Number(header) * SECOND : Date.parse(header) - now;
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), LONGEST_RETRY_AFTER_MS);
}

/** When to try again after the failure of the given attempt, counted from 1; null when that was the last. */
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

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status <= 299;

/** How an endpoint fares, as far as it decides whether to go on with it. */
export interface Health {
  failingSince: Instant | null;
  /** Set once there is a reason to disable it. */
  disable: Exclude<DisabledReason, "manual"> | null;
}

/** What one more attempt, at the given time and with the given answer, says about an endpoint. */
export function healthAfter(health: Health, attempt: { at: Instant; status: number | null }): Health {
  if (isSuccess(attempt.status)) return { ...health, failingSince: null };
  const failingSince = Math.min(health.failingSince ?? attempt.at, attempt.at);
  if (health.disable !== null) return { ...health, failingSince };
  if (attempt.status === GONE) return { failingSince, disable: "gone" };
  return { failingSince, disable: attempt.at - failingSince >= FAILING_LIMIT_MS ? "failing" : null };
}
