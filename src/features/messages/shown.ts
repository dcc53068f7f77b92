import type { components } from "../../../generated/schema";
import { shownNumber } from "../../messaging/erased-number";
import { toTimestamp, toTimestampOrNull } from "../../platform/time";
import type { ListedMessage } from "./list.store";
import type { HistoryEntry } from "./message";

/**
 * Returns the id of the message's send; null for messages of campaigns and for follow-ups. A send to one
 * recipient has the id of its message.
 */
export const batchIdOf = ({
  id,
  sendId,
  campaignId,
  parentMessageId,
}: Pick<ListedMessage, "id" | "sendId" | "campaignId" | "parentMessageId">): string | null =>
  campaignId === null && parentMessageId === null ? (sendId ?? id) : null;

export function toContract(
  message: ListedMessage,
  history: readonly HistoryEntry[],
): components["schemas"]["Message"] {
  return {
    id: message.id,
    channel: message.channel,
    purpose: message.purpose,
    status: message.status,
    to: shownNumber(message.recipient),
    sender: message.sender,
    sender_id: message.senderId,
    contact_id: message.contactId,
    template_id: message.templateId,
    campaign_id: message.campaignId,
    parent_message_id: message.parentMessageId,
    batch_id: batchIdOf(message),
    not_before: toTimestampOrNull(message.notBefore),
    content: message.content,
    segments: message.segments,
    price: message.price,
    error: message.error,
    block_reason: message.blockReason,
    client_reference: message.clientReference,
    tags: [...(message.tags ?? [])],
    carrier: message.carrier,
    carrier_reference: message.carrierReference,
    created_at: toTimestamp(message.createdAt),
    updated_at: toTimestamp(message.updatedAt),
    status_history: history.map(([status, at, error = null]) => ({
      status,
      occurred_at: toTimestamp(at),
      error,
    })),
  };
}
