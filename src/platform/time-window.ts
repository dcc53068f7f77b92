import { validationFailed } from "./problem";
import { type Instant, parseTimestamp, SECOND } from "./time";

/**
 * Returns the bounds of a window, truncated to whole seconds, the resolution of the timestamps in responses.
 * The window includes the whole second of its end, so callers add 999 ms to `to`. `from` and `to` name the
 * query parameters. Throws 400 if the window ends before it begins.
 */
export function timeWindow<From extends string, To extends string>(
  query: Partial<Record<From | To, string>>,
  from: From,
  to: To,
): { from?: Instant; to?: Instant } {
  const second = (text: string | undefined) =>
    text === undefined ? undefined : Math.floor(parseTimestamp(text) / SECOND) * SECOND;
  const [first, last] = [second(query[from]), second(query[to])];
  if (first !== undefined && last !== undefined) refuseEmptyWindow(first, last, from, to);
  return { from: first, to: last };
}

/** Throws 400 if the window ends before it begins. `from` and `to` name its bounds. */
export function refuseEmptyWindow(first: Instant, last: Instant, from: string, to: string): void {
  if (first <= last) return;
  throw validationFailed("The time window ends before it begins", [
    { field: from, message: `must not be after ${to}` },
  ]);
}
