import { MINUTE, SECOND } from "../time";

/** Hand-overs of one message before it fails for good. */
export const MAX_ATTEMPTS = 10;

const FIRST_PAUSE = SECOND;
export const LONGEST_PAUSE = 10 * MINUTE;

/** How long to wait after so many hand-overs without success, in milliseconds: 1 s, 2 s, 4 s … at most 10 minutes. */
export function retryPause(attempts: number): number {
  return Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
}

/** Pauses between two inquiries after messages without a report, by how many were made. */
const INQUIRY_PAUSES = [10 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE];
export const LONGEST_INQUIRY_PAUSE = Math.max(...INQUIRY_PAUSES);

export function inquiryPause(inquiries: number): number {
  return INQUIRY_PAUSES[Math.min(inquiries, INQUIRY_PAUSES.length - 1)] as number;
}
