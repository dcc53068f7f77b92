import { notFound } from "../../platform/problem";
import type { components } from "../../../generated/schema";
import type { SecretContext } from "../../platform/secrets/secret-box";
import { type AttemptEntry, attemptToContract } from "./delivery";
import { etagOf } from "../../platform/precondition";
import type { EventType } from "./event-types";
import { DAY, type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";

export const MAX_ENDPOINTS = 10;
/** Time that a replaced secret keeps signing after its rotation, in milliseconds. */
export const PREVIOUS_SECRET_LIFETIME_MS = DAY;
/** Maximum number of replaced secrets that sign. It bounds the length of the signature header. */
export const MAX_REPLACED_SECRETS = 10;

export interface EndpointKey {
  accountId: string;
  webhookId: string;
}

/** Number of deliveries whose latest attempt was in the last 24 hours, by the outcome of that attempt. */
export interface DeliveryCounts {
  delivered: number;
  failed: number;
}

export type EndpointStatus = "enabled" | "disabled";
/**
 * `manual`: by the account. `gone`: the endpoint returned 410. `failing`: a delivery was abandoned after five
 * days without a success.
 */
export type DisabledReason = "manual" | "gone" | "failing";

export interface Endpoint {
  accountId: string;
  id: string;
  url: string;
  description: string | null;
  eventTypes: readonly EventType[];
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  /** Time of the first failure after the latest success; null after a success. */
  failingSince: Instant | null;
  /** Latest attempt; null before the first. Changing the URL or enabling the endpoint resets the field. */
  lastAttempt: AttemptEntry | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** Returns the sealing context of all secrets: a rotation moves them between columns without resealing. */
export const secretContext = (accountId: string, webhookId: string): SecretContext => [
  "webhook_endpoints",
  accountId,
  webhookId,
];

/** Returns the ETag of the status and the fields that callers can change, not of the delivery record. */
export const tagOf = ({ id, url, description, eventTypes, status, disabledReason }: Endpoint) =>
  etagOf({ id, url, description, eventTypes, status, disabledReason });

export const toContract = (endpoint: Endpoint, counts: DeliveryCounts): components["schemas"]["Webhook"] => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  event_types: [...endpoint.eventTypes],
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  health: {
    delivered: counts.delivered,
    failed: counts.failed,
    last_attempt: endpoint.lastAttempt && attemptToContract(endpoint.lastAttempt),
    failing_since: toTimestampOrNull(endpoint.failingSince),
  },
  created_at: toTimestamp(endpoint.createdAt),
  updated_at: toTimestamp(endpoint.updatedAt),
});

export const ENDPOINT = "The webhook endpoint";

/** Returns the endpoint. Throws 404 if the argument is null. */
export function foundEndpoint(endpoint: Endpoint | null): Endpoint {
  if (endpoint === null) throw notFound(ENDPOINT);
  return endpoint;
}
