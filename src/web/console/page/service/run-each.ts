import { isRecadoError } from "../../../../client";
import { rateIn } from "./rate";

export interface Outcome<T> {
  done: readonly T[];
  failed: readonly { item: T; failure: unknown }[];
}

interface Options {
  concurrency?: number;
  /** Called after each item with the number of items that are done or failed. */
  onProgress?(finished: number): void;
  /** Called with true when a pause for the rate limit begins, and with false when it ends. */
  onPause?(isPaused: boolean): void;
  /**
   * Signal that ends the run before the next item. Items that have not started are in neither `done` nor
   * `failed`.
   */
  signal?: AbortSignal;
  wait?: typeof waitFor;
}

/** Options that an action must pass to its request, so that the run sees the rate limit. */
export interface RateLimitOptions {
  onResponse(response: Pick<Response, "headers">): void;
}

/** Maximum number of concurrent requests; low, because the account's other systems share the rate limit. */
const CONCURRENCY = 4;
/** Share of the rate limit's requests that a run leaves to the account's other systems. */
const SHARE_LEFT = 0.5;
/** Number of requests per second if the responses have no rate limit. */
const UNKNOWN_PACE = 5;

/** Waits for a number of milliseconds, or until the signal aborts. */
const waitFor = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end);
  });

/** Returns whether every item would fail, because the session has ended or the key lacks the scope. */
const failsForAll = (failure: unknown): boolean =>
  isRecadoError(failure) && [401, 403].includes(failure.status);

/**
 * Runs an action for each item, at most `concurrency` at once. Stops at a failure that would repeat for every
 * item. Pauses until the rate limit's next window if less than half of the window's requests are left.
 */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T, options: RateLimitOptions) => Promise<unknown>,
  { concurrency = CONCURRENCY, onProgress, onPause, signal, wait = waitFor }: Options = {},
): Promise<Outcome<T>> {
  const done: T[] = [];
  const failed: { item: T; failure: unknown }[] = [];
  const queue = items[Symbol.iterator]();
  let isStopped = false;
  let isRateKnown = false;
  let pause: Promise<void> | null = null;
  const options: RateLimitOptions = {
    onResponse(response) {
      const rate = rateIn(response);
      isRateKnown = rate !== null;
      if (rate === null || pause !== null || rate.left >= rate.limit * SHARE_LEFT) return;
      pause = wait(rate.resetSeconds * 1_000, signal).then(() => {
        pause = null;
        onPause?.(false);
      });
      onPause?.(true);
    },
  };
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      await pause;
      if (isStopped || signal?.aborted) return;
      const item = next.value;
      try {
        await act(item, options);
        done.push(item);
      } catch (failure) {
        failed.push({ item, failure });
        isStopped ||= failsForAll(failure);
      }
      onProgress?.(done.length + failed.length);
      if (!isRateKnown) await wait((concurrency / UNKNOWN_PACE) * 1_000, signal);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { done, failed };
}
