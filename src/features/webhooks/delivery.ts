import type { components } from "../../../generated/schema";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";
import type { TraceCauses } from "../../platform/tracing/tracing";
import type { EventType } from "./event-types";

export type DeliveryStatus = components["schemas"]["WebhookDeliveryStatus"];

/** An attempt as stored. A tuple, because a delivery stores up to 100 attempts. */
export type AttemptEntry = [
  attemptedAt: Instant,
  responseStatus: number | null,
  error: string | null,
  durationMs: number,
];

export const NO_ATTEMPTS = "[]";

/** Maximum attempts in a delivery's log, which drops the oldest attempts. Manual retries are unlimited. */
const MAX_LOGGED_ATTEMPTS = 100;
/** Maximum response status in the contract. */
const MAX_HTTP_STATUS = 599;

/** One request with its events, pending or finished. */
export interface Delivery {
  id: string;
  webhookId: string;
  eventType: EventType;
  status: DeliveryStatus;
  eventIds: string[];
  attempts: AttemptEntry[];
  /** Time of the next attempt, or the end of the lease if `leased`; null without a pending attempt. */
  dueAt: Instant | null;
  /** Whether a worker holds the delivery until `dueAt`. */
  leased: boolean;
  createdAt: Instant;
}

export interface NewDelivery {
  accountId: string;
  webhookId: string;
  id: string;
  eventType: EventType;
  eventCount: number;
  createdAt: Instant;
  dueAt: Instant;
  alone: boolean;
  causes?: TraceCauses;
}

export interface PostResult {
  /** HTTP status; null without a response. */
  status: number | null;
  /** Reason why no response arrived; null after a response. */
  error: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status <= 299;

/** Returns an attempt as stored. Replaces a status above 599 with an error. */
export const attemptEntry = (
  attemptedAt: Instant,
  { status, error, durationMs }: Omit<PostResult, "retryAfter">,
): AttemptEntry =>
  status !== null && status > MAX_HTTP_STATUS
    ? [attemptedAt, null, "The response had no valid status.", durationMs]
    : [attemptedAt, status, error, durationMs];

/** Returns the attempts of a stored log, oldest first. */
export const loggedAttempts = (log: string): AttemptEntry[] =>
  log === NO_ATTEMPTS ? [] : (JSON.parse(log) as AttemptEntry[]);

export const withAttempt = (log: string, attempt: AttemptEntry): string =>
  JSON.stringify([...loggedAttempts(log), attempt].slice(-MAX_LOGGED_ATTEMPTS));

export const attemptToContract = ([
  attemptedAt,
  responseStatus,
  error,
  durationMs,
]: AttemptEntry): components["schemas"]["WebhookAttempt"] => ({
  attempted_at: toTimestamp(attemptedAt),
  response_status: responseStatus,
  error,
  duration_ms: durationMs,
});

/** Converts a delivery. `next_attempt_at` is null if no attempt is planned or an attempt is in flight. */
export function toContract(
  delivery: Delivery,
  endpoint: { status: "enabled" | "disabled" },
  now: Instant,
): components["schemas"]["WebhookDelivery"] {
  const inFlight = delivery.leased && (delivery.dueAt ?? 0) > now;
  const planned = delivery.status === "pending" && endpoint.status === "enabled" && !inFlight;
  return {
    id: delivery.id,
    webhook_id: delivery.webhookId,
    event_type: delivery.eventType,
    status: delivery.status,
    event_ids: delivery.eventIds,
    attempts: delivery.attempts.map(attemptToContract),
    next_attempt_at: toTimestampOrNull(planned ? delivery.dueAt : null),
    created_at: toTimestamp(delivery.createdAt),
  };
}
