/** Milliseconds since 1970-01-01T00:00:00Z, in the service and in the database. */
export type Instant = number;

export interface Clock {
  now(): Instant;
}

/** This machine's clock. The service uses the steadier clock of `steady-clock.ts`. */
export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Maximum difference between the clocks of two processes, with a margin, in milliseconds. */
const CLOCK_TOLERANCE = 5 * SECOND;

/**
 * Returns the latest instant that a correct clock can have stored. A caller that stores due times passes the
 * longest pause until a due time. A later instant comes from a wrong clock, and would block the work until
 * that instant.
 */
export const latestPlausible = (now: Instant, longestPause = 0): Instant =>
  now + longestPause + CLOCK_TOLERANCE;

/** Returns the wire form: RFC 3339, UTC, whole seconds, rounded down. */
export function toTimestamp(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** Returns RFC 3339 in UTC with milliseconds, so that the exact instant can be read back. */
export const toExactTimestamp = (instant: Instant): string => new Date(instant).toISOString();

export function toTimestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : toTimestamp(instant);
}

/** Returns whole days since 1970-01-01 in UTC. */
export const dayOf = (instant: Instant) => Math.floor(instant / DAY);

/** Returns whole hours since 1970-01-01 in UTC. */
export const hourOf = (instant: Instant) => Math.floor(instant / HOUR);

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

export const wholeSecond = (instant: Instant): Instant => Math.floor(instant / SECOND) * SECOND;

/** Bounds of the years 0000 to 9999 in UTC. */
const FIRST_INSTANT = Date.parse("0000-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Returns the instant of a timestamp that `isTimestamp` accepts. Reads a leap second as the next second. */
export function parseTimestamp(value: string): Instant {
  const seconds = "2026-01-31T12:00:".length;
  if (!value.startsWith("60", seconds)) return Date.parse(value.toUpperCase());
  return parseTimestamp(`${value.slice(0, seconds)}59${value.slice(seconds + 2)}`) + SECOND;
}

/**
 * Returns whether a text is an RFC 3339 timestamp of an existing day in the UTC years 0000 to 9999. Accepts
 * leap seconds at the end of a UTC month (RFC 3339, 5.7).
 */
export function isTimestamp(value: string): boolean {
  const [, date, , second] = DATE_TIME.exec(value) ?? [];
  if (date === undefined || !isDay(date)) return false;
  const instant = parseTimestamp(value);
  if (second === "60" && !startsMonth(instant)) return false;
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/** Returns whether a day exists. JavaScript reads 30 February as 2 March, which formats differently. */
function isDay(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

const startsMonth = (instant: Instant) => /-01T00:00:00/.test(new Date(instant).toISOString());
