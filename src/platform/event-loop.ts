import { setImmediate } from "node:timers/promises";

/** Maximum time that cooperative work runs before it yields, in milliseconds. */
const TURN_MS = 10;

export const yieldToEventLoop = (): Promise<void> => setImmediate();

/** Maps items like `items.map(make)`, and yields to the event loop every `TURN_MS`. */
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
