import type { components } from "../../generated/schema";
import { DAY, type Instant, toTimestamp } from "../time";

export const MAX_ENDPOINTS = 10;
/** How long the secret before the last rotation goes on signing, in milliseconds. */
export const PREVIOUS_SECRET_LIFETIME_MS = DAY;

export type EndpointStatus = "enabled" | "disabled";
/** manual: by the account itself. gone: it answered 410. failing: nothing got through for days. */
export type DisabledReason = "manual" | "gone" | "failing";

/** A URL of an account that events are posted to. */
export interface Endpoint {
  accountId: string;
  id: string;
  url: string;
  description: string | null;
  status: EndpointStatus;
  disabledReason: DisabledReason | null;
  secret: string;
  previousSecret: string | null;
  previousSecretExpiresAt: Instant | null;
  /** Since when every attempt has failed; null after a success. */
  failingSince: Instant | null;
  createdAt: Instant;
  updatedAt: Instant;
}

/** The secrets that sign at this moment, the newest first. */
export function signingSecrets(
  endpoint: Pick<Endpoint, "secret" | "previousSecret" | "previousSecretExpiresAt">,
  now: Instant,
): string[] {
  const { secret, previousSecret, previousSecretExpiresAt } = endpoint;
  const previousHolds = previousSecret !== null && (previousSecretExpiresAt ?? 0) > now;
  return previousHolds ? [secret, previousSecret] : [secret];
}

export const toContract = (endpoint: Endpoint): components["schemas"]["Webhook"] => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason,
  created_at: toTimestamp(endpoint.createdAt),
  updated_at: toTimestamp(endpoint.updatedAt),
});
