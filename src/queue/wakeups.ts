import { groupBy } from "../platform/group-by";
import { type JobKey, type JobKind, type Wake } from "./job";

/** Receives the keys that have due work, or no keys if they are unknown. */
export type WakeListener = (keys?: readonly JobKey[]) => void;

/**
 * Notifies workers of due work after the transaction that created it has committed. A wake-up may be lost,
 * because polling covers the gap. It is cheap, so it may be sent too often.
 */
export interface Wakeups {
  /** Wakes workers for the keys with due work; without keys, workers look them up. */
  wake(kind: JobKind, keys?: readonly JobKey[]): void;
  /**
   * Calls `listener` for wake-ups of this process and, on PostgreSQL, of other processes; returns a function
   * that unsubscribes.
   */
  subscribe(kind: JobKind, listener: WakeListener): () => void;
  close(): Promise<void>;
}

/** Sends one wake-up per kind. */
export function wakeAll(wakeups: Pick<Wakeups, "wake">, wakes: readonly Wake[]): void {
  for (const [kind, keys] of groupBy(wakes, (one) => one.kind)) wakeups.wake(kind, keys);
}

/** Returns wake-ups within one process, enough for SQLite; on PostgreSQL they serve the local listeners. */
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
