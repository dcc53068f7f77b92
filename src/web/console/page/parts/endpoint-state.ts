import type { Webhook } from "../../../../client";

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

export const byUrgency = <T extends Parameters<typeof endpointState>[0]>(endpoints: readonly T[]): T[] =>
  [...endpoints].sort((a, b) => ORDER.indexOf(endpointState(a)) - ORDER.indexOf(endpointState(b)));
