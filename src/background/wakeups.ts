/** What a worker can be woken for. */
export const TOPICS = ["dispatch", "webhooks", "campaigns", "imports", "follow-ups"] as const;
export type Topic = (typeof TOPICS)[number];

/**
 * Tells workers that there is something to do, after the transaction that made it is committed. A wake-up may be
 * lost (polling is the safety net) but costs almost nothing, so it may be sent too often.
 */
export interface Wakeups {
  wake(topic: Topic): void;
  /** Calls `listener` for wake-ups of this process and, on PostgreSQL, of others; answers how to stop that. */
  subscribe(topic: Topic, listener: () => void): () => void;
  close(): Promise<void>;
}

/** Wake-ups within one process: enough for SQLite, and the local half on PostgreSQL. */
export function localWakeups(): Wakeups {
  const listeners = new Map<Topic, Set<() => void>>();
  return {
    wake(topic) {
      for (const listener of listeners.get(topic) ?? []) listener();
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
