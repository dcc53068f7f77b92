import type { Instant } from "../../platform/time";
import { attemptEntry, type DeliveryStatus, isSuccess, type PostResult, withAttempt } from "./delivery";
import type { LeasedDelivery } from "./delivery-job";
import { nextAttemptAt } from "./delivery-schedule";

/** Result of one attempt to send a leased delivery. */
export interface Outcome {
  job: LeasedDelivery;
  eventCount: number;
  /** The attempt log before this attempt. */
  attempts: string;
  /** Creation moments of the reported messages; empty if an earlier attempt has stored the moments. */
  moments: readonly number[];
  attemptedAt: Instant;
  finishedAt: Instant;
  result: PostResult;
}

/** Status, attempt log and next attempt of a delivery after an attempt. */
export interface AttemptedDelivery {
  status: DeliveryStatus;
  attempts: string;
  /** Number of attempts since the delivery was created, retried manually or replayed. */
  attemptCount: number;
  /** Time of the next attempt; null without a further attempt. */
  dueAt: Instant | null;
}

export function afterAttempt(
  {
    job,
    attempts,
    attemptedAt,
    finishedAt,
    result,
  }: Pick<Outcome, "attempts" | "attemptedAt" | "finishedAt" | "result"> & {
    job: Pick<LeasedDelivery, "attempt">;
  },
  random: () => number,
): AttemptedDelivery {
  const attemptCount = job.attempt + 1;
  const tried = { attempts: withAttempt(attempts, attemptEntry(attemptedAt, result)), attemptCount };
  if (isSuccess(result.status)) return { ...tried, status: "delivered", dueAt: null };
  const dueAt = nextAttemptAt(attemptCount, finishedAt, { random, retryAfter: result.retryAfter });
  return { ...tried, status: dueAt === null ? "abandoned" : "pending", dueAt };
}
