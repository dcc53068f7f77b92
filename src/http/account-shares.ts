import type { Response } from "express";
import { FairSemaphore, type Permit } from "../platform/concurrency/fair-semaphore";
import { Problem, serviceUnavailable } from "../platform/problem";

/** Maximum concurrent requests per account, until their responses are read; further requests wait. */
export const MAX_REQUESTS_OF_ACCOUNT = 64;

const MIB = 1024 * 1024;

/** Maximum bytes of large bodies from reading to response: of all accounts, and of one account. */
const BODIES = { total: 64 * MIB, perGroup: 16 * MIB };

/**
 * Maximum large requests that are parsed, checked and handled concurrently. Each one can block the event loop
 * for up to 40 ms at a time, so their number determines the length of a turn.
 */
export const LARGE_REQUESTS = { total: 4, perGroup: 2 };

/** Longest wait for any of these limits, in milliseconds. */
const WAIT_MS = 10_000;

/** Concurrency limits of authenticated requests: a share per account and, for large bodies, a total. */
export interface AccountShares {
  requests: FairSemaphore;
  bodyBytes: FairSemaphore;
  largeRequests: FairSemaphore;
}

const tooManyLarge = () => serviceUnavailable("Too many large bodies are being received");

export const accountShares = (): AccountShares => ({
  requests: new FairSemaphore({
    total: Infinity,
    perGroup: MAX_REQUESTS_OF_ACCOUNT,
    waitMs: WAIT_MS,
    refusal: () =>
      new Problem(
        429,
        "rate_limited",
        `${MAX_REQUESTS_OF_ACCOUNT} requests of this account are running: wait for their responses, and read them`,
        undefined,
        { "Retry-After": "1" },
      ),
  }),
  bodyBytes: new FairSemaphore({ ...BODIES, waitMs: WAIT_MS, refusal: tooManyLarge }),
  largeRequests: new FairSemaphore({ ...LARGE_REQUESTS, waitMs: WAIT_MS, refusal: tooManyLarge }),
});

/**
 * Resolves once the request has its share, which it holds until its response is sent or the client
 * disconnects. Never resolves if the client disconnects during the wait.
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
