import { SECOND } from "../platform/time";

/** Longest pause, in milliseconds. Background work resumes this long after an outage, at the latest. */
const LONGEST_PAUSE = 3 * SECOND;

/** Returns the pause after consecutive database failures, in milliseconds: 1, 2, 3, 3, … seconds. */
export const pauseAfterFailures = (failures: number): number => Math.min(failures * SECOND, LONGEST_PAUSE);

/** Returns the pause before a retry: 1 s for attempt 0, doubled each time, at most `longestMs`. */
export const doubledPause = (attempt: number, longestMs: number): number =>
  Math.min(SECOND * 2 ** attempt, longestMs);
