/** Beginning of a date of HTTP, in any of its three forms. `Date.parse` alone also accepts `1.5` and `-5`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d/;
/** End of a date without a time zone, such as the oldest form, which means UTC. */
const WITHOUT_ZONE = /:\d\d:\d\d(?: \d{4})?$/;

/**
 * Returns the delay of `Retry-After` (seconds or a date) in milliseconds; null if absent or invalid. The rule
 * is the same as in `src/platform/retry-after.ts`, which the client cannot import.
 */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = HTTP_DATE.test(value) ? Date.parse(WITHOUT_ZONE.test(value) ? `${value} GMT` : value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
