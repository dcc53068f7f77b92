import type { Clock } from "../../src/platform/time";

export const noon = Date.parse("2026-01-31T12:00:00Z");

/** A clock that moves only by a test's calls. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  set(instant: number): void;
}

export function testClock(start = noon): TestClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => void (now += ms),
    set: (instant) => void (now = instant),
  };
}
