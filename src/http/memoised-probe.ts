/**
 * Caches the result of `ask` for `maxAgeMs` milliseconds. Concurrent callers share one call. A rejection is
 * cached as well.
 */
export function memoisedProbe<T>(
  maxAgeMs: number,
  ask: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** Null while a call is in flight. */
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
