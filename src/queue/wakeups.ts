import { groupBy } from "../platform/group-by";
import { type JobKey, type JobKind, type Wake } from "./job";

/** Called with the keys that have something to do; without them where they are not known. */
export type WakeListener = (keys?: readonly JobKey[]) => void;

/**
 * Tells workers that there is something to do, after the transaction that made it is committed. A wake-up may be
 * lost (polling is the safety net) but costs almost nothing, so it may be sent too often.
 */
export interface Wakeups {
  /** With the keys that have something to do; without them, workers look for those. */
  wake(kind: JobKind, keys?: readonly JobKey[]): void;
  /** Calls `listener` for wake-ups of this process and, on PostgreSQL, of others; answers how to stop that. */
  subscribe(kind: JobKind, listener: WakeListener): () => void;
  close(): Promise<void>;
}

/** One wake-up a kind. */
export function wakeAll(wakeups: Pick<Wakeups, "wake">, wakes: readonly Wake[]): void {
  for (const [kind, keys] of groupBy(wakes, (one) => one.kind)) wakeups.wake(kind, keys);
}

/** Wake-ups within one process: enough for SQLite, and the local half on PostgreSQL. */
export function localWakeups(): Wakeups {
  const listeners = new Map<JobKind, Set<WakeListener>>();
  return {
    wake(kind, keys) {
      for (const listener of listeners.get(kind) ?? []) listener(keys);
    },
    subscribe(kind, listener) {
      const set = listeners.get(kind) ?? new Set();
      listeners.set(kind, set.add(listener));
      return () => void set.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
