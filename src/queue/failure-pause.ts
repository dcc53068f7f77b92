import { SECOND } from "../platform/time";

/** Longest pause, in milliseconds. Background work continues this long after the database, at the latest. */
const LONGEST_PAUSE = 2 * SECOND;

/** Returns the pause after consecutive database failures, in milliseconds: 1, 2, 2, … seconds. */
export const pauseAfterFailures = (failures: number): number => Math.min(failures * SECOND, LONGEST_PAUSE);
