import type { Response } from "express";
import { FairSemaphore, type Permit } from "../platform/concurrency/fair-semaphore";
import { Problem, serviceUnavailable } from "../platform/problem";

/** Requests of one account that are worked on at once, until their answers are taken; further ones wait. */
export const MAX_REQUESTS_OF_ACCOUNT = 64;

const MIB = 1024 * 1024;

/** What large bodies hold from their reading to their answer, in bytes: of all accounts, and of one. */
const BODIES = { total: 64 * MIB, perGroup: 16 * MIB };

/**
 * Requests with large bodies that are parsed, checked and handled at once. Each of them has the event loop for up to
 * 40 ms at a time, so their number says how long a turn takes.
 */
export const LARGE_REQUESTS = { total: 4, perGroup: 2 };

/** How long a request waits for its part of any of these, in milliseconds. */
const WAIT_MS = 10_000;

/** What requests that carry a key share, by account. */
export interface AccountShares {
  requests: FairSemaphore;
  bodyBytes: FairSemaphore;
  largeRequests: FairSemaphore;
}

const tooManyLarge = () => serviceUnavailable("Too many large bodies are on their way at the moment");

export const accountShares = (): AccountShares => ({
  requests: new FairSemaphore({
    total: Infinity,
    perGroup: MAX_REQUESTS_OF_ACCOUNT,
    waitMs: WAIT_MS,
    refusal: () =>
      new Problem(
        429,
        "rate_limited",
        `${MAX_REQUESTS_OF_ACCOUNT} requests of this account are under way: wait for their answers, and read them`,
        undefined,
        { "Retry-After": "1" },
      ),
  }),
  bodyBytes: new FairSemaphore({ ...BODIES, waitMs: WAIT_MS, refusal: tooManyLarge }),
  largeRequests: new FairSemaphore({ ...LARGE_REQUESTS, waitMs: WAIT_MS, refusal: tooManyLarge }),
});

/**
 * Resolves once a request has its share, which it holds until its answer is taken or its client has left. Never resolves
 * for a client that leaves while it waits.
 */
export async function holdUntilClosed(
  share: FairSemaphore,
  account: string,
  weight: number,
  res: Response,
): Promise<Permit> {
  const permit = share.tryAcquire(account, weight) ?? (await waitUntilClosed(share, account, weight, res));
  if (res.closed) permit.release();
  else res.once("close", permit.release);
  return permit;
}

async function waitUntilClosed(share: FairSemaphore, account: string, weight: number, res: Response) {
  const closed = new AbortController();
  const abort = () => closed.abort();
  if (res.closed) abort();
  res.once("close", abort);
  try {
    return await share.acquire(account, weight, closed.signal);
  } catch (error) {
    if (closed.signal.aborted) return new Promise<never>(() => {});
    throw error;
  } finally {
    res.off("close", abort);
  }
}
