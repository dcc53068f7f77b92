/** Returns a function that caches the values of up to `max` keys. A further key replaces the oldest key. */
export function boundedCache<V>(max: number): (key: string, make: () => V) => V {
  const kept = new Map<string, { value: V }>();
  return (key, make) => {
    const known = kept.get(key);
    if (known) return known.value;
    const value = make();
    const oldest = kept.size < max ? undefined : kept.keys().next().value;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(key, { value });
    return value;
  };
}
