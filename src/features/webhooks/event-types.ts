import type { components } from "../../../generated/schema";
import type { CampaignUpdateEvent } from "../campaigns/campaign-events";
import type { InboundMessageEvent } from "../inbound/inbound-events";
import type { MessageUpdateEvent } from "../messages/message-events";

export type EventType = components["schemas"]["WebhookEventType"];
export type WebhookEvent = MessageUpdateEvent | InboundMessageEvent | CampaignUpdateEvent;
export type EventOf<T extends EventType> = Extract<WebhookEvent, { type: T }>;

/** What an endpoint hears of that does not choose. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = ["message_update"];

/** The most events in one request. */
export const MAX_EVENTS = 100;

/**
 * The most events of a type in one request, which carries one type only. An inbound message waits for no company, since a
 * person may wait for the answer; and by itself it is found again when what the person wrote is to be erased.
 */
export const EVENTS_PER_REQUEST: Readonly<Record<EventType, number>> = {
  message_update: MAX_EVENTS,
  inbound_message: 1,
  campaign_update: MAX_EVENTS,
};
