import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import {
  namesNumber,
  shownNumber,
  spellingTest,
  withoutNumber,
  withoutSpellings,
} from "../../messaging/erased-number";
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

/**
 * Returns a stored event without the number in E.164, and without tags that contain it. An event of a message
 * to the number also loses the tags, the reference and the error texts that contain any usual spelling. In an
 * event of another message, part of another number could count as a spelling.
 */
export function withoutRecipient({ data, ...event }: MessageUpdateEvent, phone: string): MessageUpdateEvent {
  const isOwn = data.to === phone;
  const contains = isOwn ? spellingTest(phone) : (text: string) => namesNumber(text, phone);
  // Events of earlier builds have no tags.
  const { tags, client_reference: reference, error }: Partial<typeof data> = data;
  const kept = tags && { tags: tags.filter((tag) => !contains(tag)) };
  const own = isOwn && {
    client_reference: reference && contains(reference) ? null : reference,
    error: withoutSpellings(error, phone),
  };
  return withoutNumber({ ...event, data: { ...data, ...kept, ...own } }, phone);
}
