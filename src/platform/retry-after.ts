/** Beginning of a date of HTTP, in any of its three forms. `Date.parse` alone also accepts `1.5` and `-5`. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun).* \d\d:\d\d:\d\d/;

/**
 * Returns the delay of a `Retry-After` header in milliseconds; undefined if absent or invalid. The header is
 * a date or seconds (RFC 9110, 10.2.3). Some services send fractions of a second.
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // The oldest of the three forms has no time zone and means UTC.
  const date = HTTP_DATE.test(value) ? Date.parse(value.endsWith("GMT") ? value : `${value} GMT`) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
