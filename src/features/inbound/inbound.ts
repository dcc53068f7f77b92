import type { components } from "../../../generated/schema";
import type { Channel } from "../../messaging/channel";
import { shownNumber } from "../../messaging/erased-number";
import { type Instant, toTimestamp } from "../../platform/time";
import type { InboundFile } from "./inbound-files.store";

export type InboundContentType = components["schemas"]["InboundContentType"];
export type InboundRcsEventType = components["schemas"]["InboundRcsEventType"];

interface InboundCommon {
  accountId: string;
  id: string;
  /** The person's number in E.164; `ERASED_NUMBER` after its erasure. */
  sender: string;
  postbackData: string | null;
  pairedMessageId: string | null;
  campaignId: string | null;
  carrier: string;
  reference: string | null;
  receivedAt: Instant;
}

export interface InboundMessage extends InboundCommon {
  channel: Channel;
  recipient: string;
  contentType: InboundContentType;
  text: string | null;
  fileId: string | null;
  location: { latitude: number; longitude: number } | null;
  contactId: string | null;
}

export interface InboundRcsEvent extends InboundCommon {
  eventType: InboundRcsEventType;
  actionLabel: string | null;
}

export function messageToContract(
  message: InboundMessage,
  file: (InboundFile & { url: string }) | null,
): components["schemas"]["InboundMessage"] {
  return {
    id: message.id,
    channel: message.channel,
    sender: shownNumber(message.sender),
    recipient: message.recipient,
    content_type: message.contentType,
    text: message.text,
    file: file && { url: file.url, content_type: file.contentType, filename: file.filename },
    location: message.location,
    postback_data: message.postbackData,
    contact_id: message.contactId,
    paired_message_id: message.pairedMessageId,
    campaign_id: message.campaignId,
    received_at: toTimestamp(message.receivedAt),
  };
}

export const eventToContract = (event: InboundRcsEvent): components["schemas"]["InboundRcsEvent"] => ({
  id: event.id,
  sender: shownNumber(event.sender),
  event_type: event.eventType,
  action_label: event.actionLabel,
  postback_data: event.postbackData,
  paired_message_id: event.pairedMessageId,
  campaign_id: event.campaignId,
  received_at: toTimestamp(event.receivedAt),
});
