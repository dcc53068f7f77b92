import { noneOfEach } from "../../messaging/status";
import type { IdMaker } from "../../platform/ids";
import { type Instant, toTimestamp } from "../../platform/time";
import type { EventOf, EventType, WebhookEvent } from "./event-types";

export function testEvent<T extends EventType>(type: T, now: Instant, ids: IdMaker): EventOf<T>;
export function testEvent(type: EventType, now: Instant, ids: IdMaker): WebhookEvent {
  const timestamp = toTimestamp(now);
  const made = { id: ids.next(), test: true, created_at: timestamp } as const;
  switch (type) {
    case "message_update":
      return { ...made, type, data: messageUpdate(timestamp, ids) };
    case "inbound_message":
      return { ...made, type, data: inboundMessage(timestamp, ids) };
    case "campaign_update":
      return { ...made, type, data: campaignUpdate(timestamp, ids) };
    case "inbound_rcs_event":
      return { ...made, type, data: inboundRcsEvent(timestamp, ids) };
    case "consent_update":
      return { ...made, type, data: consentUpdate(timestamp, ids) };
  }
}

type DataOf<T extends EventType> = EventOf<T>["data"];

const PERSON = "+5511987654321";

const messageUpdate = (timestamp: string, ids: IdMaker, id = ids.next()): DataOf<"message_update"> => ({
  message_id: id,
  status: "delivered",
  previous_status: "sent",
  sequence: 3,
  channel: "sms",
  purpose: "transactional",
  to: PERSON,
  sender_id: null,
  contact_id: null,
  template_id: null,
  campaign_id: null,
  parent_message_id: null,
  batch_id: id,
  not_before: null,
  segments: 1,
  client_reference: null,
  tags: [],
  error: null,
  block_reason: null,
  price: 80_000,
  occurred_at: timestamp,
});

const inboundMessage = (timestamp: string, ids: IdMaker): DataOf<"inbound_message"> => ({
  id: ids.next(),
  channel: "sms",
  sender: PERSON,
  recipient: "27000",
  content_type: "text",
  text: "Oi!",
  file: null,
  location: null,
  postback_data: null,
  contact_id: null,
  paired_message_id: null,
  campaign_id: null,
  received_at: timestamp,
});

const inboundRcsEvent = (timestamp: string, ids: IdMaker): DataOf<"inbound_rcs_event"> => ({
  id: ids.next(),
  sender: PERSON,
  event_type: "action",
  action_label: "Ver no mapa",
  postback_data: null,
  paired_message_id: null,
  campaign_id: null,
  received_at: timestamp,
});

const campaignUpdate = (timestamp: string, ids: IdMaker): DataOf<"campaign_update"> => ({
  campaign_id: ids.next(),
  status: "completed",
  previous_status: "running",
  progress: { ...noneOfEach(), total: 100, delivered: 97, undelivered: 3, waiting: 0 },
  error: null,
  occurred_at: timestamp,
});

const consentUpdate = (timestamp: string, ids: IdMaker): DataOf<"consent_update"> => ({
  id: ids.next(),
  phone: PERSON,
  purposes: ["marketing"],
  channels: ["sms"],
  status: "granted",
  source: "api",
  evidence: { text: "Quero receber ofertas por SMS.", url: null, ip: null },
  inbound_message_id: null,
  inbound_rcs_event_id: null,
  occurred_at: timestamp,
  created_at: timestamp,
});
