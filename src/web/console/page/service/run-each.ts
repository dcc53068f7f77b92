import { isRecadoError } from "../../../../client";

export interface Outcome<T> {
  done: readonly T[];
  failed: readonly { item: T; failure: unknown }[];
}

interface Options {
  concurrency?: number;
  /** Called after each item with the number of finished items. */
  onProgress?(finished: number): void;
  /** Stops before the next item. Items that did not start are in neither list. */
  signal?: AbortSignal;
}

/** Number of requests at once. The account's rate limit is shared with its systems. */
const CONCURRENCY = 4;

/** Returns whether further items would fail too: the session ended, or the key may not do this. */
const failsForAll = (failure: unknown): boolean =>
  isRecadoError(failure) && [401, 403].includes(failure.status);

/** Runs an action for each item, a few at once. Stops at a failure that concerns all items. */
export async function runEach<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { concurrency = CONCURRENCY, onProgress, signal }: Options = {},
): Promise<Outcome<T>> {
  const done: T[] = [];
  const failed: { item: T; failure: unknown }[] = [];
  const queue = items[Symbol.iterator]();
  let isStopped = false;
  const work = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (isStopped || signal?.aborted) return;
      const item = next.value;
      try {
        await act(item);
        done.push(item);
      } catch (failure) {
        failed.push({ item, failure });
        isStopped ||= failsForAll(failure);
      }
      onProgress?.(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return { done, failed };
}
