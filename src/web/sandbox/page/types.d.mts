// Types of the API, with short names, and of the page.
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

/** State of the page, which the views display. */
export interface State {
  /** Phone number shown, in E.164 format. */
  number: string | null;
  /** Whether the number's messages have been loaded at least once. */
  loaded: boolean;
  messages: Map<string, Message>;
  /** Number of search results for the phone number, including messages to other numbers. */
  total: number;
  /** Number of older messages not loaded yet. */
  older: number;
  inbound: Map<string, InboundMessage>;
  events: Map<string, InboundEvent>;
  /** Newest messages to any number. */
  recent: Message[];
  /** Whether the newest message is selected automatically. */
  following: boolean;
  selectedId: string | null;
  /** Selected message with its status history. */
  detail: Message | null;
  webhooks: Webhook[];
  webhookId: string | null;
  deliveries: Delivery[];
  /** Error messages by the part of the page that failed to load. */
  troubles: Map<string, string>;
}

export interface Route {
  channel: "sms" | "rcs";
  /** Sender's address; null for the channel's default sender. */
  to: string | null;
}

/** Actions of the phone's user. They reject with the service's error. */
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
