import { type JobKey, type JobKind, keyText } from "./job";
import type { Wakeups } from "./wakeups";

/**
 * Minimum interval between wake-ups of one kind by one process, in milliseconds: `many` if at least
 * `MANY_WAKES` wake-ups arrive within it, otherwise `few`. A lease, a submission and a settlement cost almost
 * as much for one message as for ten. At 100 single sends a second, `few` saves a third of the worker's CPU.
 */
const WAKE_EVERY_MS = { many: 20, few: 50 };
const MANY_WAKES = 5;

interface Interval {
  timer: NodeJS.Timeout;
  notifications: number;
  /** Keys since the last wake-up; null if any key may have due jobs. */
  keys: Map<string, JobKey> | null;
}

/**
 * Limits the rate of wake-ups. The first wake-up of a kind after a quiet interval passes at once. Later
 * wake-ups are joined, and pass when the interval ends.
 */
export function joinedWakeups(wakeups: Wakeups): Wakeups {
  const intervals = new Map<JobKind, Interval>();
  const begin = (kind: JobKind) => {
    const interval: Interval = {
      timer: setTimeout(checkMany, WAKE_EVERY_MS.many),
      notifications: 0,
      keys: new Map(),
    };
    intervals.set(kind, interval);
    function checkMany() {
      if (interval.notifications >= MANY_WAKES) return end();
      interval.timer = setTimeout(end, WAKE_EVERY_MS.few - WAKE_EVERY_MS.many);
    }
    function end() {
      intervals.delete(kind);
      if (interval.notifications === 0) return;
      wakeups.wake(kind, interval.keys ? [...interval.keys.values()] : undefined);
      begin(kind);
    }
  };
  return {
    wake(kind, keys) {
      const interval = intervals.get(kind);
      if (!interval) {
        wakeups.wake(kind, keys);
        return begin(kind);
      }
      interval.notifications += 1;
      if (!keys) interval.keys = null;
      for (const key of keys ?? []) interval.keys?.set(keyText(key), key);
    },
    subscribe: (kind, listener) => wakeups.subscribe(kind, listener),
    close() {
      for (const { timer } of intervals.values()) clearTimeout(timer);
      intervals.clear();
      return wakeups.close();
    },
  };
}
