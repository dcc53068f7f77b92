import { failureOf } from "../../../../client/failure";
import { CONSOLE_HEADER } from "../service/session";

/** Channel and sender that a reply goes to. */
export interface Route {
  channel: "sms" | "rcs";
  /** Sender's address; null for the channel's default sender. */
  to: string | null;
}

const TIMEOUT_MS = 15_000;

/** Performs an action of the phone's user. Throws a `RecadoError` if the service rejects the action. */
async function act(action: "replies" | "taps" | "reads" | "subscriptions", body: object): Promise<void> {
  const response = await fetch(`/sandbox/${action}`, {
    method: "POST",
    headers: { ...CONSOLE_HEADER, "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return;
  const answer: unknown = await response.json().catch(() => null);
  throw failureOf(`sandbox ${action}`, response, answer, nowOf(response));
}

/** Returns the time of a response in milliseconds; NaN if unknown. `Retry-After` counts from this time. */
const nowOf = ({ headers }: Response): number => Date.parse(headers.get("Date") ?? "");

/** Returns a request's sender and recipient fields. Omits `to` for the channel's default sender. */
const between = (from: string, to: string | null) => ({ from, ...(to === null ? {} : { to }) });

export const replyFrom = (number: string, { channel, to }: Route, text: string): Promise<void> =>
  act("replies", { channel, ...between(number, to), text });

/** Taps a suggestion. `suggestion` counts from 0: first the cards' suggestions, then the message's. */
export const tapOn = (message_id: string, suggestion: number): Promise<void> =>
  act("taps", { message_id, suggestion });

export const markRead = (message_id: string): Promise<void> => act("reads", { message_id });

export const subscribe = (number: string, to: string | null): Promise<void> =>
  act("subscriptions", { type: "subscribe", ...between(number, to) });

export const unsubscribe = (number: string, to: string | null): Promise<void> =>
  act("subscriptions", { type: "unsubscribe", ...between(number, to) });
