import type { components } from "../../../generated/schema";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";
import type { EventType } from "./event-types";

export type DeliveryStatus = components["schemas"]["WebhookDeliveryStatus"];

/** A stored attempt, without field names: time, response status, error, duration (ms). */
export type AttemptEntry = [
  attemptedAt: Instant,
  responseStatus: number | null,
  error: string | null,
  durationMs: number,
];

/** The stored log of a delivery without attempts. */
export const NO_ATTEMPTS = "[]";

/** Maximum logged attempts of a delivery, the latest ones: manual retries are unlimited. */
const MAX_LOGGED_ATTEMPTS = 100;
/** Bounds of the contract on what an attempt may say. */
const MAX_HTTP_STATUS = 599;

/** One request with its events, on its way or done. */
export interface Delivery {
  id: string;
  webhookId: string;
  eventType: EventType;
  status: DeliveryStatus;
  eventIds: string[];
  attempts: AttemptEntry[];
  /** When the next attempt is due, if one is to come. */
  dueAt: Instant | null;
  /** Held by a worker until `dueAt`. */
  leased: boolean;
  createdAt: Instant;
}

/** One that is queued. */
export interface NewDelivery {
  accountId: string;
  webhookId: string;
  id: string;
  eventType: EventType;
  eventCount: number;
  createdAt: Instant;
  dueAt: Instant;
  /** Whether the delivery must not take in other events, even if there is room. */
  alone: boolean;
}

/** The result of one request. */
export interface PostResult {
  /** The HTTP status; null when none came. */
  status: number | null;
  /** Why no response arrived; null if one did. */
  error: string | null;
  retryAfter: string | null;
  durationMs: number;
}

export const isSuccess = (status: number | null) => status !== null && status >= 200 && status <= 299;

/** Returns what is stored of an attempt. */
export const attemptEntry = (
  attemptedAt: Instant,
  { status, error, durationMs }: Omit<PostResult, "retryAfter">,
): AttemptEntry =>
  status !== null && status > MAX_HTTP_STATUS
    ? [attemptedAt, null, "The answer had no valid status.", durationMs]
    : [attemptedAt, status, error, durationMs];

/** Returns the attempts of a stored log, oldest first. */
export const loggedAttempts = (log: string): AttemptEntry[] =>
  log === NO_ATTEMPTS ? [] : (JSON.parse(log) as AttemptEntry[]);

/** The attempt log (JSON) with one more attempt. */
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

/** `next_attempt_at` is null if the delivery is finished or in flight, or its endpoint is disabled. */
export function toContract(
  delivery: Delivery,
  endpoint: { status: "enabled" | "disabled" },
  now: Instant,
): components["schemas"]["WebhookDelivery"] {
  const underWay = delivery.leased && (delivery.dueAt ?? 0) > now;
  const planned = delivery.status === "pending" && endpoint.status === "enabled" && !underWay;
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
