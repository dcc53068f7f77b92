import type { Response } from "express";
import { FairSemaphore, type Permit } from "../platform/concurrency/fair-semaphore";
import { rateLimited, serviceUnavailable } from "../platform/problem";

/** Maximum requests of an account in flight, until their responses are sent. Further requests wait. */
export const MAX_REQUESTS_OF_ACCOUNT = 64;

const MIB = 1024 * 1024;

/** Maximum bytes of large bodies whose requests are in flight, in total and per account. */
const BODIES = { total: 64 * MIB, perGroup: 16 * MIB };

/**
 * Maximum concurrent requests with a large body, in total and per account. A large body can block the event
 * loop for 40 ms.
 */
export const LARGE_REQUESTS = { total: 4, perGroup: 2 };

/** Longest time that a request waits for one of these limits, in milliseconds. */
const WAIT_MS = 10_000;

export interface AccountConcurrency {
  requests: FairSemaphore;
  bodyBytes: FairSemaphore;
  largeRequests: FairSemaphore;
}

const tooManyLarge = () => serviceUnavailable("Too many large bodies are being received");

export const accountConcurrency = (): AccountConcurrency => ({
  requests: new FairSemaphore({
    total: Infinity,
    perGroup: MAX_REQUESTS_OF_ACCOUNT,
    waitMs: WAIT_MS,
    refusal: () =>
      rateLimited(
        `${MAX_REQUESTS_OF_ACCOUNT} requests of this account are running: wait for their responses, and read them`,
      ),
  }),
  bodyBytes: new FairSemaphore({ ...BODIES, waitMs: WAIT_MS, refusal: tooManyLarge }),
  largeRequests: new FairSemaphore({ ...LARGE_REQUESTS, waitMs: WAIT_MS, refusal: tooManyLarge }),
});

/** Acquires a permit until the response closes. Never resolves if the client disconnects while waiting. */
export async function acquireUntilClosed(
  semaphore: FairSemaphore,
  account: string,
  weight: number,
  res: Response,
): Promise<Permit> {
  const permit =
    semaphore.tryAcquire(account, weight) ?? (await waitUntilClosed(semaphore, account, weight, res));
  if (res.closed) permit.release();
  else res.once("close", permit.release);
  return permit;
}

async function waitUntilClosed(semaphore: FairSemaphore, account: string, weight: number, res: Response) {
  const closed = new AbortController();
  const abort = () => closed.abort();
  if (res.closed) abort();
  res.once("close", abort);
  try {
    return await semaphore.acquire(account, weight, closed.signal);
  } catch (error) {
    if (closed.signal.aborted) return new Promise<never>(() => {});
    throw error;
  } finally {
    res.off("close", abort);
  }
}
