import type { Webhook } from "../../../../client";

/** How an endpoint answers, by its latest attempts. `off`: a person disabled it; `disabled`: the service did. */
export type EndpointState = "healthy" | "failing" | "unused" | "off" | "disabled";

export function endpointState({
  status,
  disabled_reason: reason,
  health,
}: Pick<Webhook, "status" | "disabled_reason" | "health">): EndpointState {
  if (status !== "enabled") return reason === "manual" ? "off" : "disabled";
  if (health.failing_since !== null) return "failing";
  return health.last_attempt === null ? "unused" : "healthy";
}

/** The share of the deliveries of 24 hours that got through; null where there were none. */
export function deliveredShare({ delivered, failed }: Pick<Webhook["health"], "delivered" | "failed">) {
  return delivered + failed === 0 ? null : delivered / (delivered + failed);
}

/** Below this share of deliveries an endpoint that answers again is still marked. */
const MIN_HEALTHY_SHARE = 0.95;

export const isLow = (share: number | null): boolean => share !== null && share < MIN_HEALTHY_SHARE;

/** Orders endpoints: what needs a person comes first. */
const ORDER: readonly EndpointState[] = ["failing", "disabled", "healthy", "unused", "off"];

export const byUrgency = <T extends Parameters<typeof endpointState>[0]>(endpoints: readonly T[]): T[] =>
  [...endpoints].sort((a, b) => ORDER.indexOf(endpointState(a)) - ORDER.indexOf(endpointState(b)));
