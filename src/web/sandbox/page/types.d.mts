// Short names for the API's types.
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

/** State of the page, from which views are drawn. */
export interface State {
  /** Number whose phone is shown, E.164. */
  number: string | null;
  /** Whether the number's messages have been loaded at least once. */
  loaded: boolean;
  messages: Map<string, Message>;
  /** Number of messages that the search for the number finds. */
  total: number;
  /** Number of older messages that are not loaded yet. */
  older: number;
  inbound: Map<string, InboundMessage>;
  events: Map<string, InboundEvent>;
  /** Newest messages to any number. */
  recent: Message[];
  /** Whether the newest message is selected automatically. */
  following: boolean;
  selectedId: string | null;
  /** The selected message with its history. */
  detail: Message | null;
  webhooks: Webhook[];
  webhookId: string | null;
  deliveries: Delivery[];
  /** Errors by part of the page that could not be loaded. */
  troubles: Map<string, string>;
}

export interface Route {
  channel: "sms" | "rcs";
  /** Address of the sender; null for the default. */
  to: string | null;
}

/** Actions of the phone's user. Each rejects with the error. */
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
