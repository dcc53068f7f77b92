import { groupBy } from "../platform/group-by";
import { type JobKey, type JobKind, type Wake } from "./job";

/** Receives keys that have due work; no keys if any key may have due work. */
type WakeListener = (keys?: readonly JobKey[]) => void;

/** Notifies workers of due work after the commit that created the work. Polling covers a lost wake-up. */
export interface Wakeups {
  /** Wakes workers for keys with due work. Without keys, workers poll for the keys. */
  wake(kind: JobKind, keys?: readonly JobKey[]): void;
  /** Calls `listener` for wake-ups of this process (PostgreSQL: all processes). Returns an unsubscriber. */
  subscribe(kind: JobKind, listener: WakeListener): () => void;
  close(): Promise<void>;
}

export function wakeAll(wakeups: Pick<Wakeups, "wake">, wakes: readonly Wake[]): void {
  for (const [kind, keys] of groupBy(wakes, (one) => one.kind)) wakeups.wake(kind, keys);
}

/** Returns wake-ups within one process. On PostgreSQL, `postgresWakeups` adds the other processes. */
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
