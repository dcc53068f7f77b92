import { setImmediate } from "node:timers/promises";

/** How long work on many things goes on before others have a turn, in milliseconds. */
const TURN_MS = 10;

/** Lets requests and everything else in the process have a turn. */
export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** As `items.map(make)`, in turns with everything else. */
export async function mapCooperatively<T, R>(
  items: readonly T[],
  make: (item: T, index: number) => R,
): Promise<R[]> {
  const made: R[] = [];
  let until = performance.now() + TURN_MS;
  for (const [index, item] of items.entries()) {
    if (performance.now() >= until) {
      await yieldToEventLoop();
      until = performance.now() + TURN_MS;
    }
    made.push(make(item, index));
  }
  return made;
}
