import { type PostFault, readPostError } from "../../../../messaging/post-error";
import type { Webhook } from "../../../../client";
import type { Texts } from "../texts/en";
import { endpointState } from "./endpoint-state";

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

type Judged = Parameters<typeof endpointState>[0];

/** Returns the remedy for a failing endpoint, or one that the service has disabled; null for any other. */
export function endpointAdvice(webhook: Judged, { settings }: Texts): string | null {
  const { advice } = settings.webhooks;
  const state = endpointState(webhook);
  if (state !== "failing" && state !== "disabled") return null;
  const last = webhook.health.last_attempt;
  const remedy = advice[last === null ? "other" : causeOf(last)];
  return state === "disabled" ? `${remedy} ${advice.enable}` : remedy;
}
