import { setTimeout as pause } from "node:timers/promises";
import type { Service } from "./processes";

const AT_MOST_MS = 15 * 60_000;

/** Waits until it holds, looking every few milliseconds. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + AT_MOST_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${what}`);
    await pause(2);
  }
}

/** Milliseconds between two looks. */
const LOOK_EVERY = 250;

/** Looks at the memory of some processes again and again until its end, which answers the most that each had, in bytes. */
export function watchMemory(services: readonly Service[]): { end(): Promise<number[]> } {
  const peaks = services.map(() => 0);
  let on = true;
  const watching = (async () => {
    while (on) {
      await pause(LOOK_EVERY);
      for (const [index, service] of services.entries()) {
        const { rssBytes } = await service.usage();
        peaks[index] = Math.max(peaks[index] ?? 0, rssBytes);
      }
    }
  })();
  return {
    async end() {
      on = false;
      await watching;
      return peaks;
    },
  };
}
