import { setTimeout as pause } from "node:timers/promises";

/** How long a statement waits in all for a lock that another process holds. */
const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 50;

const LOCKED = /^SQLITE_BUSY/;

/** Whether another connection holds the lock that a statement on SQLite needs. */
export function isLocked(error: unknown): boolean {
  return LOCKED.test(String((error as { code?: unknown } | null)?.code));
}

/**
 * Does the work, again and again while another connection holds the lock that it needs, and leaves the event loop to
 * others in between: SQLite's own wait would stop everything in the process. What found the lock taken has done
 * nothing. `mayRepeat` is asked before each further try.
 */
export async function whenUnlocked<T>(
  work: () => Promise<T>,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let ms = 1; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || !mayRepeat() || performance.now() + ms > deadline) throw error;
    }
    await pause(ms);
  }
}
