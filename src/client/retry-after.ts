/**
 * Returns `Retry-After` in seconds, or null if it is absent. The header may hold seconds or a date. `now` is
 * in milliseconds.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
