/** How many of what waits are done in one run. */
export const MOST_AT_ONCE = 64;

interface Waiting<T, R> {
  item: T;
  resolve(result: R): void;
  reject(error: unknown): void;
}

/**
 * Does things one run at a time: what comes while a run is under way shares the next. Nothing is waited for that is not
 * there already, so that one thing by itself is done at once. `run` answers for each item, in their order.
 */
export function grouped<T, R>(
  run: (items: readonly T[]) => Promise<readonly R[]>,
  most = MOST_AT_ONCE,
): (item: T) => Promise<R> {
  const waiting: Waiting<T, R>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, most);
      try {
        const results = await run(group.map(({ item }) => item));
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as R);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
