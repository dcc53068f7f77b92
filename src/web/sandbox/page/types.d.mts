// The API's types under the names that the page's modules use.
import type { components } from "../../../../generated/schema.js";

type Schemas = components["schemas"];

export type Message = Schemas["Message"];
export type Content = NonNullable<Message["content"]>;
export type Card = Schemas["RenderedCard"];
export type CardMedia = Schemas["CardMedia"];
export type Suggestion = Schemas["RenderedSuggestion"];
export type Webhook = Schemas["Webhook"];
export type Delivery = Schemas["WebhookDelivery"];
export type InboundMessage = Schemas["InboundMessage"];
export type InboundEvent = Schemas["InboundRcsEvent"];

export interface Page<T> {
  data: T[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

/** What the page knows at the moment; views are drawn from it. */
export interface State {
  /** The number whose phone is shown, E.164. */
  number: string | null;
  /** Whether what was sent to the number has been asked for at least once. */
  loaded: boolean;
  messages: Map<string, Message>;
  /** How many messages the search for the number finds, and how many of them, the oldest, are not here yet. */
  total: number;
  older: number;
  inbound: Map<string, InboundMessage>;
  events: Map<string, InboundEvent>;
  /** The newest messages to any number. */
  recent: Message[];
  /** Whether the newest message is the selected one, whichever that is. */
  following: boolean;
  selectedId: string | null;
  /** The selected message with its history. */
  detail: Message | null;
  webhooks: Webhook[];
  webhookId: string | null;
  deliveries: Delivery[];
  /** What cannot be shown, and why, by the name of its part. */
  troubles: Map<string, string>;
}

export interface Route {
  channel: "sms" | "rcs";
  /** The sender's address; null for the default one. */
  to: string | null;
}

/** What the owner of the phone does. Each rejects with what went wrong. */
export interface Actions {
  reply(route: Route, text: string): Promise<void>;
  tap(messageId: string, suggestion: number): Promise<void>;
  read(messageId: string): Promise<void>;
}

export interface Media {
  kind: string;
  url: string;
  filename: string | null;
}

export type LoadMedia = (fileId: string) => Promise<Media>;
