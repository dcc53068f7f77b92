import { JOB_KINDS, type JobKey, type JobKind } from "./job";

/** What a worker can be woken for: a kind of job, or work that is not in the queue. */
export const TOPICS = [...JOB_KINDS, "dispatch", "webhooks", "campaigns"] as const;
export type Topic = JobKind | (typeof TOPICS)[number];

/** Called with the keys that have something to do; without them where they are not known. */
export type WakeListener = (keys?: readonly JobKey[]) => void;

/**
 * Tells workers that there is something to do, after the transaction that made it is committed. A wake-up may be
 * lost (polling is the safety net) but costs almost nothing, so it may be sent too often.
 */
export interface Wakeups {
  /** With the keys that have something to do; without them, workers look for those. */
  wake(topic: Topic, keys?: readonly JobKey[]): void;
  /** Calls `listener` for wake-ups of this process and, on PostgreSQL, of others; answers how to stop that. */
  subscribe(topic: Topic, listener: WakeListener): () => void;
  close(): Promise<void>;
}

/** Wake-ups within one process: enough for SQLite, and the local half on PostgreSQL. */
export function localWakeups(): Wakeups {
  const listeners = new Map<Topic, Set<WakeListener>>();
  return {
    wake(topic, keys) {
      for (const listener of listeners.get(topic) ?? []) listener(keys);
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set.add(listener));
      return () => void set.delete(listener);
    },
    async close() {
      listeners.clear();
    },
  };
}
