import type { Environment } from "./environment";
import { type FailedCall, RecadoConnectionError } from "./errors";
import { retryAfterSeconds } from "./retry-after";

/** How much patience a call has. */
export interface Patience {
  /** Of one attempt, its answer's body included. */
  timeoutSeconds: number;
  maxRetries: number;
  /** Between all attempts of a call together. */
  maxRetryWaitSeconds: number;
}

/** That a call is about to be tried again. */
export interface Retry {
  /** The operation's name. */
  call: FailedCall;
  /** 1 for the first repetition. */
  retry: number;
  waitSeconds: number;
  /** The answer's status, or what kept an answer away. */
  because: number | RecadoConnectionError;
}

export interface Attempts extends Patience {
  call: FailedCall;
  /** Whether doing it twice does no harm. */
  repeatable: boolean;
  signal?: AbortSignal;
  onRetry?: (retry: Retry) => void;
}

const FIRST_BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 8_000;
/** Timers that are longer, such as of Infinity, run out at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** Spreads those who were all told to come back at the same instant. */
const SPREAD_MS = 500;

/**
 * Sends until there is an answer to go by, and resolves to it, whatever its status. Rejects with a
 * RecadoConnectionError where the last attempt got none, and with the signal's reason when that is aborted.
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
      retry <= maxRetries && isWorthRepeating(outcome, attempts) ? pause(outcome, retry, environment) : null;
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
      return true; // the request was turned away
    case 409:
      return outcome.headers.has("Retry-After"); // the first request with this idempotency key still runs
    case 500:
    case 502:
    case 504:
      return repeatable;
    default:
      return false;
  }
}

/** How many milliseconds to wait: as long as the answer asks for, else exponential backoff with full jitter. */
function pause(outcome: Outcome, retry: number, { now, random }: Environment): number {
  const asked = outcome instanceof RecadoConnectionError ? null : retryAfterSeconds(outcome.headers, now());
  if (asked !== null) return asked * 1000 + random() * SPREAD_MS;
  return random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (retry - 1));
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
    // An answer that breaks off has to be noticed while there is still something to be done about it.
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
