import type { InboundRcsEvent, Message, RenderedSuggestion } from "../../../../client";
import { webAddress } from "../parts/links";
import { toLocal } from "../parts/local-time";
import { phoneText } from "../../../../messaging/phone-text";
import type { Texts } from "../texts/en";
import type { Format } from "../texts/language";
import type { Route } from "./actions";

/** Returns the path of the page with the simulated phone of a number. */
export const phoneAddress = (number: string): string => `/console/phone?number=${encodeURIComponent(number)}`;

/** Returns the query string's number in E.164 format; null if it is invalid. The `+` may be missing. */
export function numberIn(query: Readonly<Record<string, string>>): string | null {
  const digits = (query.number ?? "").replace(/\D/g, "");
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : null;
}

/** Returns whether a message has arrived on the simulated phone, which then shows it. */
export const hasArrived = ({ status }: Pick<Message, "status">): boolean =>
  status === "delivered" || status === "read";

/** Returns the newest message to each phone number. `messages` must be sorted, newest first. */
export function newestByNumber<M extends Pick<Message, "to">>(messages: readonly M[]): Map<string, M> {
  const newest = new Map<string, M>();
  for (const message of messages) {
    if (message.to !== null && !newest.has(message.to)) newest.set(message.to, message);
  }
  return newest;
}

/**
 * Returns the routes of a reply: to the senders of the messages, latest first, then to the default sender of
 * each channel without messages. `messages` must be sorted, newest first.
 */
export function replyRoutes(messages: readonly Pick<Message, "channel" | "sender">[]): Route[] {
  const routes = new Map<string, Route>();
  for (const { channel, sender } of messages) {
    if (channel === "voice" || sender === null || routes.has(`${channel} ${sender}`)) continue;
    routes.set(`${channel} ${sender}`, { channel, to: sender });
  }
  const found = [...routes.values()];
  for (const channel of ["sms", "rcs"] as const) {
    if (!found.some((route) => route.channel === channel)) found.push({ channel, to: null });
  }
  return found;
}

/**
 * Returns whether the phone's user is subscribed: false if the newest subscription event is `unsubscribe`,
 * whichever sender it concerns. `events` must be sorted, newest first.
 */
export const isSubscribed = (events: readonly Pick<InboundRcsEvent, "event_type">[]): boolean =>
  events.find(({ event_type: type }) => type === "subscribe" || type === "unsubscribe")?.event_type !==
  "unsubscribe";

/** Returns a text about what a real phone would do on a tap; null if the page performs the action itself. */
export function effectOf(suggestion: RenderedSuggestion, t: Texts["phone"], format: Format): string | null {
  const { type, text, url = "", phone = "", label, title = text, start_at = "", end_at = "" } = suggestion;
  switch (type) {
    case "reply":
      return null;
    case "open_url":
      return webAddress(url) === null ? t.effects.notOpened(url) : null;
    case "dial":
      return t.effects.dial(phoneText(phone));
    case "view_location": {
      const place = `${suggestion.latitude}, ${suggestion.longitude}`;
      return t.effects.place(label ? `${label} (${place})` : place);
    }
    case "share_location":
      return t.effects.share;
    case "create_calendar_event":
      return t.effects.event(title, instant(start_at, format), instant(end_at, format));
  }
}

const instant = (timestamp: string, format: Format): string =>
  Number.isNaN(Date.parse(timestamp)) ? timestamp : format.instant(timestamp);

/** Returns the local date of an instant, such as `2026-01-31`. */
export const localDay = (timestamp: string): string => toLocal(new Date(timestamp)).slice(0, 10);
