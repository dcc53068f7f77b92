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
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** The instant of an RFC 3339 timestamp, which `isTimestamp` has accepted; `t` and `z` may be small there. */
export const parseTimestamp = (value: string): Instant => Date.parse(value.toUpperCase());

/** RFC 3339 within 1970 to 9999, a day that exists, no leap second: what both databases can hold. */
export function isTimestamp(value: string): boolean {
  const parts = DATE_TIME.exec(value);
  if (!parts) return false;
  const [year = 0, month = 0, day = 0] = parts.slice(1, 4).map(Number);
  const instant = parseTimestamp(value);
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return (
    month >= 1 && month <= 12 && day >= 1 && day <= lastDay && instant >= 0 && instant < 253_402_300_800_000
  );
}
