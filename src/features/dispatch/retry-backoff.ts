import { MINUTE, SECOND } from "../../platform/time";
import { doubledPause } from "../../queue/failure-pause";

/** Maximum attempts at the submission of one message. A deferral by the carrier is not an attempt. */
export const MAX_SUBMISSION_ATTEMPTS = 10;

export const MAX_RETRY_PAUSE_MS = 10 * MINUTE;

/** Returns the pause in milliseconds after N failed submissions: 1 s, doubled each time, at most 10 min. */
export const retryPause = (attempts: number): number => doubledPause(attempts - 1, MAX_RETRY_PAUSE_MS);

/** Pauses before the first, second, … status query, in milliseconds. The last pause repeats. */
const QUERY_PAUSES = [10 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE];
export const MAX_QUERY_PAUSE_MS = Math.max(...QUERY_PAUSES);

export function queryPause(queries: number): number {
  return QUERY_PAUSES[Math.min(queries, QUERY_PAUSES.length - 1)] as number;
}
