import { setTimeout as pause } from "node:timers/promises";

/** Reads a value until `isFine` accepts it or `withinMs` has passed. Returns the last value. */
export async function poll<T>(
  read: () => T | Promise<T>,
  isFine: (value: T) => boolean,
  { withinMs, everyMs }: { withinMs: number; everyMs: number },
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await pause(everyMs)) {
    const value = await read();
    if (isFine(value) || Date.now() >= deadline) return value;
  }
}
