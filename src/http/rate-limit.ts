import type { Response } from "express";
import { retryOnce } from "../platform/db/errors";
import { Problem } from "../platform/problem";
import { type Clock, type Instant, MINUTE } from "../platform/time";

/** Counts requests of accounts by minute; one count for all processes of a database. */
export interface RateCounter {
  /**
   * Counts one request of an account that may have `limit` a minute; answers which of its window's it is, and which
   * window that is.
   */
  count(accountId: string, windowStart: Instant, limit: number): Promise<Counted>;
}

export interface Counted {
  used: number;
  /** The window asked for or, where another process is in it already, the one after. */
  windowStart: Instant;
}

/** Counts the request against its account's minute and tells the caller; answers the refusal beyond the limit, else null. */
export async function countRequest(
  res: Response,
  counter: RateCounter,
  clock: Clock,
  { accountId, rateLimit: limit }: { accountId: string; rateLimit: number },
): Promise<Problem | null> {
  const now = clock.now();
  const thisMinute = now - (now % MINUTE);
  // An answer that was lost on its way may have counted: a request too many, once, is better than no answer.
  const { used, windowStart } = await retryOnce(() => counter.count(accountId, thisMinute, limit));
  const reset = String(Math.ceil((windowStart + MINUTE - now) / 1000));
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(Math.max(0, limit - used)));
  res.setHeader("RateLimit-Reset", reset);
  if (used <= limit) return null;
  const message = `More than ${limit} requests in this minute; retry in ${reset} s`;
  return new Problem(429, "rate_limited", message, undefined, { "Retry-After": reset });
}
