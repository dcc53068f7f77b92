import type { Response } from "express";
import { retryOnce } from "../platform/db/errors";
import { Problem } from "../platform/problem";
import { type Clock, type Instant, MINUTE } from "../platform/time";

/** Counts the requests of accounts per minute, with one count for all processes of a database. */
export interface RateCounter {
  /**
   * Counts one request of an account with `limit` requests per minute. Returns its number within the window,
   * and the window.
   */
  count(accountId: string, windowStart: Instant, limit: number): Promise<Counted>;
}

export interface Counted {
  used: number;
  /** The requested window, or the next one if another process has already entered it. */
  windowStart: Instant;
}

/**
 * Counts the request and sets the rate limit headers; returns the refusal if it exceeds the limit, else null.
 */
export async function countRequest(
  res: Response,
  counter: RateCounter,
  clock: Clock,
  { accountId, rateLimit: limit }: { accountId: string; rateLimit: number },
): Promise<Problem | null> {
  const now = clock.now();
  const thisMinute = now - (now % MINUTE);
  // A lost response of the database may have been counted; counting a request twice is better than failing
  // it.
  const { used, windowStart } = await retryOnce(() => counter.count(accountId, thisMinute, limit));
  const reset = String(Math.ceil((windowStart + MINUTE - now) / 1000));
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(Math.max(0, limit - used)));
  res.setHeader("RateLimit-Reset", reset);
  if (used <= limit) return null;
  const message = `More than ${limit} requests in this minute; retry in ${reset} s`;
  return new Problem(429, "rate_limited", message, undefined, { "Retry-After": reset });
}
