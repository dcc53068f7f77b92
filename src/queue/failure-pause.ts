import { SECOND } from "../platform/time";

/** Longest pause, in milliseconds. Background work resumes at most this long after the end of an outage. */
const LONGEST_PAUSE = 3 * SECOND;

/**
 * Returns the pause after consecutive database failures, in milliseconds: one second per failure, at most
 * `LONGEST_PAUSE`.
 */
export const pauseAfterFailures = (failures: number): number => Math.min(failures * SECOND, LONGEST_PAUSE);

/**
 * Returns the pause before a retry, in milliseconds: 1,000 for attempt 0, doubled per attempt, at most
 * `longestMs`.
 */
export const doubledPause = (attempt: number, longestMs: number): number =>
  Math.min(SECOND * 2 ** attempt, longestMs);
