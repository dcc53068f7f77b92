/** Beginning of a date of HTTP, in any of its three forms. `Date.parse` alone also accepts `1.5` and `-5`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d/;
/** End of a date without a time zone, such as the oldest form, which means UTC. */
const WITHOUT_ZONE = /:\d\d:\d\d(?: \d{4})?$/;

/**
 * Returns the delay of a `Retry-After` header in milliseconds; undefined if absent or invalid. The header is
 * a date or seconds (RFC 9110, 10.2.3). Some services send fractions of a second.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  const date = HTTP_DATE.test(value) ? Date.parse(WITHOUT_ZONE.test(value) ? `${value} GMT` : value) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
