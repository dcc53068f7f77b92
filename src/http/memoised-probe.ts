/**
 * Returns a function that caches the result or rejection of `probe` for `maxAgeMs`. Concurrent callers share
 * one call.
 */
export function memoisedProbe<T>(
  maxAgeMs: number,
  probe: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let latest: Promise<T> | null = null;
  /** Time at which the latest call settled; null while it is in flight. */
  let settledAt: number | null = null;
  return () => {
    if (latest !== null && (settledAt === null || now() - settledAt < maxAgeMs)) return latest;
    settledAt = null;
    latest = probe();
    const settled = () => {
      settledAt = now();
    };
    latest.then(settled, settled);
    return latest;
  };
}
