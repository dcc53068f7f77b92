import { groupBy } from "../platform/group-by";
import { type JobKey, type JobKind, type JobNotification } from "./job";

/** Listener that receives keys with due work; no keys if any key may have due work. */
type WakeListener = (keys?: readonly JobKey[]) => void;

/** Notifications to workers that a commit has created due work. Polling covers a lost wake-up. */
export interface Wakeups {
  /** Wakes workers for keys with due work. Without keys, workers poll for the keys. */
  wake(kind: JobKind, keys?: readonly JobKey[]): void;
  /**
   * Calls `listener` for wake-ups of this process, or of all processes on PostgreSQL. Returns a function that
   * unsubscribes.
   */
  subscribe(kind: JobKind, listener: WakeListener): () => void;
  close(): Promise<void>;
}

export function notifyAll(wakeups: Pick<Wakeups, "wake">, notifications: readonly JobNotification[]): void {
  for (const [kind, keys] of groupBy(notifications, (one) => one.kind)) wakeups.wake(kind, keys);
}

/** Wake-ups within one process. On PostgreSQL, `postgresWakeups` adds the other processes. */
interface LocalWakeups extends Wakeups {
  /** Returns whether this process has a worker for the kind. */
  wake(kind: JobKind, keys?: readonly JobKey[]): boolean;
}

export function localWakeups(): LocalWakeups {
  const listeners = new Map<JobKind, Set<WakeListener>>();
  return {
    wake(kind, keys) {
      const woken = listeners.get(kind) ?? new Set();
      for (const listener of woken) listener(keys);
      return woken.size > 0;
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
