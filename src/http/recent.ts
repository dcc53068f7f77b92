/**
 * A question whose answer may be as old as told, in milliseconds: it is asked once at a time, however many want to know.
 * A failure is an answer too.
 */
export function recent<T>(
  maxAgeMs: number,
  ask: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** Null while it is being asked. */
  let settledAt: number | null = null;
  return () => {
    if (latest !== null && (settledAt === null || now() - settledAt < maxAgeMs)) return latest;
    settledAt = null;
    latest = ask();
    const settled = () => {
      settledAt = now();
    };
    latest.then(settled, settled);
    return latest;
  };
}
