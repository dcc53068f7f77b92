import type { Webhook } from "../../../../client";
import { type PostFault, readPostError } from "../../../../messaging/post-error";
import type { Texts } from "../texts/en";

/**
 * State of an endpoint. `off` means disabled by a user, `disabled` means disabled by the service. `restarted`
 * means that a user enabled the endpoint or changed its URL, and no attempt has followed its earlier ones.
 */
export type EndpointState = "healthy" | "failing" | "unused" | "restarted" | "off" | "disabled";

export function endpointState({
  status,
  disabled_reason: reason,
  health,
}: Pick<Webhook, "status" | "disabled_reason" | "health">): EndpointState {
  if (status !== "enabled") return reason === "manual" ? "off" : "disabled";
  if (health.failing_since !== null) return "failing";
  if (health.last_attempt !== null) return "healthy";
  return health.delivered + health.failed === 0 ? "unused" : "restarted";
}

/** Returns the share of successful deliveries over 24 hours; null without deliveries. */
export function deliveredShare({ delivered, failed }: Pick<Webhook["health"], "delivered" | "failed">) {
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}

/** Share of successful deliveries, from 0 to 1, below which the console highlights a healthy endpoint. */
const MIN_HEALTHY_SHARE = 0.95;

export const isLow = (share: number | null): boolean => share !== null && share < MIN_HEALTHY_SHARE;

/** Sort order of endpoints: states that need attention come first. */
const ORDER: readonly EndpointState[] = ["failing", "disabled", "restarted", "healthy", "unused", "off"];

type Endpoint = Parameters<typeof endpointState>[0];

export const byUrgency = <T extends Endpoint>(endpoints: readonly T[]): T[] =>
  [...endpoints].sort((a, b) => ORDER.indexOf(endpointState(a)) - ORDER.indexOf(endpointState(b)));

type Attempt = NonNullable<Webhook["health"]["last_attempt"]>;
type Cause = Exclude<keyof Texts["settings"]["webhooks"]["advice"], "enable">;

const CAUSES: Readonly<Record<PostFault["code"], Cause>> = {
  not_public: "notPublic",
  unknown_host: "dns",
  no_address: "dns",
  unresolved: "dns",
  refused: "connection",
  unreachable: "connection",
  closed: "receiver",
  no_response: "receiver",
  tls_failed: "certificate",
  failed: "other",
  unknown: "other",
};

/** Statuses below 500 that report a slow or overloaded receiver. */
const RECEIVER_STATUSES: readonly number[] = [408, 425, 429];

/** Returns the cause of a failed attempt. Failures with the same remedy have the same cause. */
export function causeOf({
  response_status: status,
  error,
}: Pick<Attempt, "response_status" | "error">): Cause {
  if (status === null) {
    const fault = readPostError(error ?? "");
    return fault === null ? "other" : CAUSES[fault.code];
  }
  if (status >= 500 || RECEIVER_STATUSES.includes(status)) return "receiver";
  if (status === 410) return "gone";
  if (status >= 400) return "rejected";
  return status >= 300 ? "redirect" : "other";
}

/** Returns the remedy for a failing endpoint, or one that the service has disabled; null for any other. */
export function endpointAdvice(webhook: Endpoint, { settings }: Texts): string | null {
  const { advice } = settings.webhooks;
  const state = endpointState(webhook);
  if (state !== "failing" && state !== "disabled") return null;
  const last = webhook.health.last_attempt;
  const remedy = advice[last === null ? "other" : causeOf(last)];
  return state === "disabled" ? `${remedy} ${advice.enable}` : remedy;
}
