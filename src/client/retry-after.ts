/** Beginning of a date of HTTP, in any of its three forms. `Date.parse` alone also accepts `1.5` and `-5`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d/;

/**
 * Returns the delay of `Retry-After` (seconds or a date) in milliseconds; null if absent or invalid. The rule
 * is the same as in `src/platform/retry-after.ts`, which the client cannot import.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // The oldest of the three forms has no time zone and means UTC.
  const date = HTTP_DATE.test(value) ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
