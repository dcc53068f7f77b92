import { EXPIRY } from "../../messaging/expiry";
import { type Instant, SECOND } from "../../platform/time";
import type { SubmissionJob } from "../messages/submission-job";
import type { MessageError } from "../messages/message";

type Validity = Pick<SubmissionJob, "createdAt" | "payload">;

export const VALIDITY_OVER: MessageError = {
  code: "expired",
  message: EXPIRY.not_submitted,
  carrier_code: null,
};

const endOf = ({ createdAt, payload: { validity } }: Validity): Instant =>
  validity === undefined ? Infinity : createdAt + validity * SECOND;

/** Returns whether the validity of a job's messages has ended. A hold of the queue does not extend it. */
export const isOver = (job: Validity, now: Instant): boolean => now >= endOf(job);

/** Returns for how long a carrier may try to deliver a job's messages, in seconds; null without a limit. */
export function secondsLeft(job: Validity, now: Instant): number | null {
  const end = endOf(job);
  return end === Infinity ? null : Math.max(1, Math.ceil((end - now) / SECOND));
}
