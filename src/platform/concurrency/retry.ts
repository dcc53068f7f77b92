import { setTimeout as pause } from "node:timers/promises";

/** Tries once more after each of these pauses, in milliseconds, where a failure is worth it. */
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
