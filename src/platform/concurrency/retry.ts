import { setTimeout as pause } from "node:timers/promises";

/** Runs the work. While `isWorthIt` accepts the error, retries after each pause (in milliseconds). */
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
