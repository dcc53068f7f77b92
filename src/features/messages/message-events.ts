import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { namesNumber, shownNumber, withoutNumber } from "../../messaging/erased-number";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { batchIdOf } from "./message";
import type { Transition } from "./transitions";

export type MessageUpdateEvent = components["schemas"]["MessageUpdateEvent"];

/** Returns a timestamp formatter that reuses its last text for instants in the same second. */
function timestamps(): (instant: Instant) => string {
  let second = -1;
  let text = "";
  return (instant) => {
    const current = Math.floor(instant / 1000);
    if (current !== second) {
      second = current;
      text = toTimestamp(instant);
    }
    return text;
  };
}

export function updateEvents(
  transitions: readonly Transition[],
  ids: IdMaker,
  now: Instant,
): MessageUpdateEvent[] {
  const timestamp = timestamps();
  const createdAt = toTimestamp(now);
  return transitions.map(({ message, previous, status, sequence, at, error, blockReason, price }) => ({
    id: ids.next(),
    type: "message_update",
    created_at: createdAt,
    data: {
      message_id: message.id,
      status,
      previous_status: previous,
      sequence,
      channel: message.channel,
      purpose: message.purpose,
      to: shownNumber(message.recipient),
      sender_id: message.senderId,
      contact_id: message.contactId,
      template_id: message.templateId,
      campaign_id: message.campaignId,
      parent_message_id: message.parentMessageId,
      batch_id: batchIdOf(message),
      not_before: toTimestampOrNull(message.notBefore),
      segments: message.segments,
      client_reference: message.clientReference,
      tags: [...(message.tags ?? [])],
      error,
      block_reason: blockReason,
      price,
      occurred_at: timestamp(at),
    },
  }));
}

/** Returns a stored event without the number and without tags that contain the number. */
export function withoutRecipient(event: MessageUpdateEvent, phone: string): MessageUpdateEvent {
  // Events of earlier builds have no tags.
  const { tags }: { tags?: string[] } = event.data;
  const kept = tags?.filter((tag) => !namesNumber(tag, phone));
  return withoutNumber({ ...event, data: { ...event.data, ...(kept ? { tags: kept } : {}) } }, phone);
}
