/** Clock, random source and timer of a client. Tests replace them. */
export interface Environment {
  /** Returns the milliseconds since 1970. */
  now(): number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random(): number;
  newKey(): string;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  newKey: () => crypto.randomUUID(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", end);
        resolve();
      }, ms);
      if (signal?.aborted) end();
      else signal?.addEventListener("abort", end, { once: true });
    }),
};
