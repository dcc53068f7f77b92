/**
 * Returns `Retry-After` (seconds or a date) in seconds; null if absent or invalid. `now` is in milliseconds.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
