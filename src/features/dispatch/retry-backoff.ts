import { MINUTE, SECOND } from "../../platform/time";

/** Submissions of one message before it fails for good. */
export const MAX_ATTEMPTS = 10;

const FIRST_PAUSE = SECOND;
export const LONGEST_PAUSE = 10 * MINUTE;

/** How long to wait after so many submissions without success, in milliseconds: 1 s, 2 s, 4 s … at most 10 minutes. */
export function retryPause(attempts: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
}

/** Pauses between two status queries for messages without a report, by how many were made. */
const QUERY_PAUSES = [10 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE];
export const LONGEST_QUERY_PAUSE = Math.max(...QUERY_PAUSES);

export function queryPause(queries: number): number {
  return QUERY_PAUSES[Math.min(queries, QUERY_PAUSES.length - 1)] as number;
}
