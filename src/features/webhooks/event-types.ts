import type { components } from "../../../generated/schema";
import type { CampaignUpdateEvent } from "../campaigns/campaign-events";
import type { ConsentUpdateEvent } from "../consents/consent-events";
import type { InboundEvent } from "../inbound/inbound-events";
import type { MessageUpdateEvent } from "../messages/message-events";

export type EventType = components["schemas"]["WebhookEventType"];
export type WebhookEvent = MessageUpdateEvent | InboundEvent | CampaignUpdateEvent | ConsentUpdateEvent;
export type EventOf<T extends EventType> = Extract<WebhookEvent, { type: T }>;

/** Event types of an endpoint that is created without `event_types`. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = ["message_update"];

export const MAX_EVENTS = 100;

/**
 * Maximum events per request, by type. A request has events of one type. Inbound records and consents are
 * sent alone: a person may wait for a reply, and erasure finds events by person.
 */
export const EVENTS_PER_REQUEST: Readonly<Record<EventType, number>> = {
  message_update: MAX_EVENTS,
  inbound_message: 1,
  campaign_update: MAX_EVENTS,
  inbound_rcs_event: 1,
  consent_update: 1,
};
