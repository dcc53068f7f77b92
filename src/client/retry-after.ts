/**
 * Returns `Retry-After` in seconds from `now` (milliseconds), given as seconds or as a date; null if it is
 * absent.
 */
export function retryAfterSeconds(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000);
}
