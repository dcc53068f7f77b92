import { failureOf } from "../../../../client/failure";
import { headersOf } from "../service/session";

/** Channel and sender to which the phone's user replies. */
export interface Route {
  channel: "sms" | "rcs";
  /** Sender's address; null for the channel's default sender. */
  to: string | null;
}

const TIMEOUT_MS = 15_000;

/** Requests an action of the phone's user. Throws a `RecadoError` if the service rejects the action. */
async function perform(
  keyId: string,
  action: "replies" | "taps" | "reads" | "subscriptions",
  body: object,
): Promise<void> {
  const response = await fetch(`/sandbox/${action}`, {
    method: "POST",
    headers: { ...headersOf(keyId), "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  throw failureOf(`sandbox ${action}`, response, answer, nowOf(response));
}

/** Returns a response's time, in milliseconds since 1970, from which `Retry-After` counts; NaN if unknown. */
const nowOf = ({ headers }: Response): number => Date.parse(headers.get("Date") ?? "");

/** Returns `from`, the phone's number, and `to`, the sender; no `to` for the channel's default sender. */
const between = (from: string, to: string | null) => ({ from, ...(to === null ? {} : { to }) });

/** Returns the actions of the simulated phone's user, in the account of an API key. */
export const actionsOf = (keyId: string) => ({
  reply: (number: string, { channel, to }: Route, text: string) =>
    perform(keyId, "replies", { channel, ...between(number, to), text }),

  /** Taps a suggestion. `suggestion` counts from 0: first the cards' suggestions, then the message's. */
  tap: (message_id: string, suggestion: number) => perform(keyId, "taps", { message_id, suggestion }),

  markRead: (message_id: string) => perform(keyId, "reads", { message_id }),

  subscribe: (number: string, to: string | null) =>
    perform(keyId, "subscriptions", { type: "subscribe", ...between(number, to) }),

  unsubscribe: (number: string, to: string | null) =>
    perform(keyId, "subscriptions", { type: "unsubscribe", ...between(number, to) }),
});
