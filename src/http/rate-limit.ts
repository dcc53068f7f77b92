import type { Response } from "express";
import { Problem } from "../problem";
import { type Clock, MINUTE } from "../time";

/** Counts requests of accounts by minute; one count for all processes of a database. */
export interface RateCounter {
  /** Counts one request; answers how many the window has had, this one included. */
  count(accountId: string, windowStart: number): Promise<number>;
}

/** Counts the request against its account's minute, tells the caller, and refuses beyond the limit. */
export async function limitRate(
  res: Response,
  counter: RateCounter,
  clock: Clock,
  { accountId, rateLimit: limit }: { accountId: string; rateLimit: number },
): Promise<void> {
  const now = clock.now();
  const windowStart = now - (now % MINUTE);
  const used = await counter.count(accountId, windowStart);
  const reset = String(Math.ceil((windowStart + MINUTE - now) / 1000));
  res.setHeader("RateLimit-Limit", String(limit));
  res.setHeader("RateLimit-Remaining", String(Math.max(0, limit - used)));
  res.setHeader("RateLimit-Reset", reset);
  if (used > limit) {
    throw new Problem(
      429,
      "rate_limited",
      `More than ${limit} requests in this minute; go on in ${reset} s`,
      undefined,
      { "Retry-After": reset },
    );
  }
}
