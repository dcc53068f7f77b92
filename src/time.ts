/** Milliseconds since 1970-01-01T00:00:00Z: the form of every instant inside the service and in the database. */
export type Instant = number;

export interface Clock {
  now(): Instant;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The wire form: RFC 3339, UTC, whole seconds (fractions are cut off, never rounded up). */
export function toTimestamp(instant: Instant): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

export function toTimestampOrNull(instant: Instant | null): string | null {
  return instant === null ? null : toTimestamp(instant);
}

/** Whole days since 1970-01-01 in UTC: the day of a roll-up. */
export const dayOf = (instant: Instant) => Math.floor(instant / DAY);
