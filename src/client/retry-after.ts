/** Returns the delay of `Retry-After` (seconds or a date) in milliseconds; null if absent or invalid. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const value = headers.get("Retry-After")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // `Date.parse` alone reads `-5` as a month. A sender must give the date in GMT (RFC 9110, 5.6.7).
  const date = / GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
