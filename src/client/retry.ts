import type { Environment } from "./environment";
import { type FailedCall, RecadoConnectionError } from "./errors";
import { retryAfterMs } from "./retry-after";

export interface RetryLimits {
  /** Timeout of one attempt, including the response body, in seconds. */
  timeoutSeconds: number;
  maxRetries: number;
  /** Maximum total wait between attempts, in seconds. */
  maxRetryWaitSeconds: number;
}

/** Information about the next retry of a call. */
export interface Retry {
  call: FailedCall;
  /** Number of the retry, starting at 1. */
  retry: number;
  waitSeconds: number;
  /** Status of the last response, or the error if no response arrived. */
  because: number | RecadoConnectionError;
}

export interface Attempts extends RetryLimits {
  call: FailedCall;
  /** Whether the service may safely receive the call twice. */
  repeatable: boolean;
  signal?: AbortSignal;
  onRetry?: (retry: Retry) => void;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/** Longest timer of the runtime, in milliseconds. A longer timer, such as Infinity, would expire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Maximum random addition to `Retry-After`, in milliseconds. It spreads the retries of many clients. */
const SPREAD_MS = 500;

/**
 * Sends a request until no further retry is allowed, and resolves with the last response, whatever its
 * status. Rejects with a RecadoConnectionError if the last attempt got no response. Rejects with the signal's
 * reason when the signal is aborted.
 */
export async function attempt(
  send: (signal: AbortSignal) => Promise<Response>,
  attempts: Attempts,
  environment: Environment,
): Promise<Response> {
  const { call, maxRetries, maxRetryWaitSeconds, onRetry, signal } = attempts;
  let budget = maxRetryWaitSeconds * 1000;
  for (let retry = 1; ; retry += 1) {
    const outcome = await sendOnce(send, attempts);
    const wait =
      retry <= maxRetries && isWorthRepeating(outcome, attempts)
        ? pause(outcome, retry, budget, environment)
        : null;
    if (wait === null || wait > budget) {
      if (outcome instanceof RecadoConnectionError) throw outcome;
      return outcome;
    }
    budget -= wait;
    const because = outcome instanceof RecadoConnectionError ? outcome : outcome.status;
    onRetry?.({ call, retry, waitSeconds: wait / 1000, because });
    await environment.sleep(wait, signal);
  }
}

type Outcome = Response | RecadoConnectionError;

function isWorthRepeating(outcome: Outcome, { repeatable }: Attempts): boolean {
  if (outcome instanceof RecadoConnectionError) return repeatable || !outcome.mayHaveArrived;
  switch (outcome.status) {
    case 429:
    case 503:
      return true; // the request was rejected unprocessed
    case 409:
      return retryAfterMs(outcome.headers, 0) !== null; // the first request with this key is still running
    case 500:
    case 502:
    case 504:
      return repeatable;
    default:
      return false;
  }
}

/**
 * Returns the wait in milliseconds: `Retry-After`, or exponential backoff with full jitter. The addition to
 * `Retry-After` does not exceed the budget, so a budget of 60 seconds suffices for `Retry-After: 60`.
 */
function pause(outcome: Outcome, retry: number, budget: number, { now, random }: Environment): number {
  const requested = outcome instanceof RecadoConnectionError ? null : retryAfterMs(outcome.headers, now());
  const upTo = (most: number) => Math.floor(random() * most);
  if (requested === null) return upTo(Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1)));
  return Math.max(requested, Math.min(requested + upTo(SPREAD_MS), budget));
}

async function sendOnce(
  send: (signal: AbortSignal) => Promise<Response>,
  { call, timeoutSeconds, signal }: Attempts,
): Promise<Outcome> {
  signal?.throwIfAborted();
  const control = new AbortController();
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      control.abort();
    },
    Math.min(timeoutSeconds * 1000, LONGEST_TIMER_MS),
  );
  const stop = () => control.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const response = await send(control.signal);
    // Reading the body inside the attempt makes a truncated response a failure that can be retried.
    await response.clone().arrayBuffer();
    return response;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    return new RecadoConnectionError(call, timedOut ? "timeout" : "network", error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
