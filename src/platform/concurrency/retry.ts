import { setTimeout as pause } from "node:timers/promises";

/**
 * Runs the work and retries it after each of the pauses, in milliseconds, while `isWorthIt` accepts the
 * error.
 */
export async function retry<T>(
  work: () => Promise<T>,
  pauses: readonly number[],
  isWorthIt: (error: unknown) => boolean,
): Promise<T> {
  for (const ms of pauses) {
    try {
      return await work();
    } catch (error) {
      if (!isWorthIt(error)) throw error;
      await pause(ms);
    }
  }
  return work();
}
