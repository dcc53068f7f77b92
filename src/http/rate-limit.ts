import type { Response } from "express";
import { retryOnce } from "../platform/db/errors";
import { type Problem, rateLimited } from "../platform/problem";
import { type Clock, type Instant, MINUTE, SECOND } from "../platform/time";

/** Counter of requests per account and minute, over all processes of a database. */
export interface RateCounter {
  /** Counts one request. Returns the request's number within its window, and the window's start. */
  count(accountId: string, windowStart: Instant, limit: number): Promise<Counted>;
}

export interface Counted {
  used: number;
  /** Start of the requested window, or of the next window if another process has already begun it. */
  windowStart: Instant;
}

/** Counts the request, sets the rate limit headers, and returns the 429 problem or null. */
export async function countRequest(
  res: Response,
  counter: RateCounter,
  clock: Clock,
  { accountId, rateLimit: limit }: { accountId: string; rateLimit: number },
): Promise<Problem | null> {
  const now = clock.now();
  const thisMinute = now - (now % MINUTE);
  // After a lost connection, the retry may count a request twice, which is better than a failed request.
  const { used, windowStart } = await retryOnce(() => counter.count(accountId, thisMinute, limit));
  const reset = Math.ceil((windowStart + MINUTE - now) / SECOND);
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(Math.max(0, limit - used)));
  res.setHeader("RateLimit-Reset", String(reset));
  if (used <= limit) return null;
  return rateLimited(`More than ${limit} requests in this minute; retry in ${reset} s`, reset);
}
