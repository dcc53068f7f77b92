import type { Instant } from "../../platform/time";
import {
  attemptEntry,
  type DeliveryStatus,
  isSuccess,
  loggedAttempts,
  type PostResult,
  withAttempt,
} from "./delivery";
import { endpointOf, type LeasedDelivery } from "./delivery-job";
import { nextAttemptAt } from "./retry-schedule";

export interface AttemptOutcome {
  job: LeasedDelivery;
  eventCount: number;
  /** URL of the endpoint at the attempt. */
  address: string;
  /** The attempt log before this attempt. */
  attempts: string;
  /** Creation moments (`momentsIn`) of the reported messages; empty if an earlier attempt has stored them. */
  moments: readonly number[];
  attemptedAt: Instant;
  finishedAt: Instant;
  result: PostResult;
  /** Whether the endpoint was failing before the attempt. */
  isFailing: boolean;
}

/** Outcome with the delivery's next state. */
export interface SettledOutcome extends AttemptOutcome {
  after: AttemptedDelivery;
}

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
  }: Pick<AttemptOutcome, "attempts" | "attemptedAt" | "finishedAt" | "result"> & {
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

/** Returns the delivery's new state, as `progressStatements` stores it. */
export const progressOf = ({ job, moments, after: { status, attempts } }: SettledOutcome) => ({
  ...endpointOf(job),
  id: job.id,
  status,
  attempts,
  moments,
});

/** Returns the attempt and the delivery's previous attempt, as `countChanges` counts them. */
export const countedAttempt = ({ job, attempts, attemptedAt, result }: AttemptOutcome) => ({
  ...endpointOf(job),
  latest: attemptEntry(attemptedAt, result),
  previous: loggedAttempts(attempts).at(-1) ?? null,
});
