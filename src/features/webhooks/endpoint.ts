import { notFound } from "../../platform/problem";
import type { components } from "../../../generated/schema";
import type { SecretContext } from "../../platform/secrets/secret-box";
import { type AttemptEntry, attemptToContract } from "./delivery";
import { etagOf } from "../../platform/precondition";
import type { EventType } from "./event-types";
import { DAY, type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";

export const MAX_ENDPOINTS = 10;
/** How long the secret before the last rotation goes on signing, in milliseconds. */
export const PREVIOUS_SECRET_LIFETIME_MS = DAY;

export interface EndpointKey {
  accountId: string;
  webhookId: string;
}

/** Deliveries of an endpoint whose latest attempt was made in the last 24 hours, by its outcome. */
export interface DeliveryCounts {
  delivered: number;
  failed: number;
}

export type EndpointStatus = "enabled" | "disabled";
/** manual: by the account itself. gone: it answered 410. failing: nothing got through for days. */
export type DisabledReason = "manual" | "gone" | "failing";

/** A URL of an account that events are posted to. */
export interface Endpoint {
  accountId: string;
  id: string;
  url: string;
  description: string | null;
  /** What it hears of. */
  eventTypes: readonly EventType[];
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  /** Since when every attempt has failed; null after a success. */
  failingSince: Instant | null;
  /** Null before the first, and again with a new URL or once it is enabled. */
  lastAttempt: AttemptEntry | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** What both secrets of an endpoint are sealed for; alike, since a rotation moves one to the other's place. */
export const secretContext = (accountId: string, webhookId: string): SecretContext => [
  "webhook_endpoints",
  accountId,
  webhookId,
];

/** An endpoint's secrets as they are stored: sealed. */
export interface EndpointSecrets {
  secret: string;
  previousSecret: string | null;
  previousSecretExpiresAt: Instant | null;
}

/** Those that sign at this moment, the newest first. */
export function signingSecrets(
  { secret, previousSecret, previousSecretExpiresAt }: EndpointSecrets,
  now: Instant,
): string[] {
  const previousHolds = previousSecret !== null && (previousSecretExpiresAt ?? 0) > now;
  return previousHolds ? [secret, previousSecret] : [secret];
}

/** Stands for what callers can change and the status; what deliveries come to moves by itself. */
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

/** What error messages call an endpoint. */
export const ENDPOINT = "The webhook endpoint";

/** Throws 404 for an endpoint that the account does not have. */
export function foundEndpoint(endpoint: Endpoint | null): Endpoint {
  if (endpoint === null) throw notFound(ENDPOINT);
  return endpoint;
}
