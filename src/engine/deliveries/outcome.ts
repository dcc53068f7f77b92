import type { Instant } from "../../platform/time";
import { withAttempt } from "../../resources/webhooks/delivery";
import type { LeasedDelivery } from "./leases.store";
import type { PostResult } from "../../resources/webhooks/delivery";
import { isSuccess, nextAttemptAt } from "./schedule";
import type { Settlement } from "./settlements.store";

/** One attempt at a leased delivery. `null` as result: given back without an attempt. */
export interface Outcome {
  delivery: LeasedDelivery;
  attemptedAt: Instant;
  finishedAt: Instant;
  result: PostResult | null;
}

/** What is written about a delivery after an attempt. */
export function settlementOf(
  { delivery, attemptedAt, finishedAt, result }: Outcome,
  random: () => number,
): Settlement {
  const { accountId, webhookId, id, lease, attempts, attemptCount } = delivery;
  const key = { accountId, webhookId, id, lease };
  if (result === null) return { ...key, status: "pending", attempts, attemptCount, dueAt: finishedAt };
  const tried = {
    ...key,
    attempts: withAttempt(attempts, attemptedAt, result),
    attemptCount: attemptCount + 1,
  };
  if (isSuccess(result.status)) return { ...tried, status: "delivered", dueAt: finishedAt };
  const next = nextAttemptAt(attemptCount + 1, finishedAt, { random, retryAfter: result.retryAfter });
  return next === null
    ? { ...tried, status: "abandoned", dueAt: finishedAt }
    : { ...tried, status: "pending", dueAt: next };
}
