/** Milliseconds since 1970-01-01T00:00:00Z: the form of every instant inside the service and in the database. */
export type Instant = number;

export interface Clock {
  now(): Instant;
}

/** This machine's clock as it stands. The service itself keeps steadier time: see `steady-clock.ts`. */
export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** How far processes' readings of the same clock may be apart, in milliseconds, with room to spare. */
const CLOCK_TOLERANCE = 5 * SECOND;

/**
 * The last instant that can have been stored by a clock that is right, where `longestPause` is the longest that is
 * ever set ahead: whatever is beyond was written by a clock that was ahead, and would block until the present gets
 * there. Instants that are compared with the present are held against this first.
 */
export const latestPlausible = (now: Instant, longestPause = 0): Instant =>
  now + longestPause + CLOCK_TOLERANCE;

/** The wire form: RFC 3339, UTC, whole seconds (fractions are cut off, never rounded up). */
export function toTimestamp(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function toTimestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : toTimestamp(instant);
}

/** Whole days since 1970-01-01 in UTC: the day of a roll-up. */
export const dayOf = (instant: Instant) => Math.floor(instant / DAY);

/** Whole hours since 1970-01-01 in UTC. */
export const hourOf = (instant: Instant) => Math.floor(instant / HOUR);

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** The years 0000 to 9999 in UTC, which four digits can write. */
const FIRST_INSTANT = Date.parse("0000-01-01T00:00:00Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Returns the instant of an RFC 3339 timestamp that `isTimestamp` has accepted; before 1970 it is negative. A leap
 * second is the second after it, as in POSIX.
 */
export function parseTimestamp(value: string): Instant {
  const seconds = "2026-01-31T12:00:".length;
  if (!value.startsWith("60", seconds)) return Date.parse(value.toUpperCase());
  return parseTimestamp(`${value.slice(0, seconds)}59${value.slice(seconds + 2)}`) + SECOND;
}

/**
 * Whether a text is an RFC 3339 timestamp: a day that exists, any fraction of a second, a UTC year from 0000 to 9999.
 * A leap second is accepted at the end of a UTC month, where RFC 3339 (section 5.7) has leap seconds.
 */
export function isTimestamp(value: string): boolean {
  const [, date, , second] = DATE_TIME.exec(value) ?? [];
  if (date === undefined || !isDay(date)) return false;
  const instant = parseTimestamp(value);
  if (second === "60" && !startsMonth(instant)) return false;
  return instant >= FIRST_INSTANT && instant <= LAST_INSTANT;
}

/** JavaScript takes 30 February for 2 March: a day exists if it is written as it was read. */
function isDay(date: string): boolean {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date);
}

const startsMonth = (instant: Instant) => /-01T00:00:00/.test(new Date(instant).toISOString());
