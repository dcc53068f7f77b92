import { setTimeout as pause } from "node:timers/promises";
import { isSqliteBusy } from "./errors";

/** Time for which a statement is repeated while another process holds the lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;
/**
 * Minimum number of attempts, even after `LOCK_TIMEOUT_MS`. While the operating system suspends the process,
 * the timeout can pass without an attempt.
 */
const MIN_ATTEMPTS = 10;
const LONGEST_PAUSE_MS = 50;

/**
 * Runs the work, and repeats it while another connection holds the lock. An attempt without the lock changes
 * nothing. SQLite's own wait would block the event loop. `mayRepeat` is called before each repetition.
 */
export async function whenUnlocked<T>(
  work: () => Promise<T>,
  mayRepeat: () => boolean = () => true,
): Promise<T> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (let ms = 1, attempt = 1; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS), attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isSqliteBusy(error) || !mayRepeat()) throw error;
      if (attempt >= MIN_ATTEMPTS && performance.now() + ms > deadline) throw error;
    }
    await pause(ms);
  }
}
