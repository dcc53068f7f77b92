import type { components } from "../../../generated/schema";
import { limits } from "../../../generated/server/values";
import type { Channel } from "../../messaging/channel";
import { foldForSearch } from "../../platform/search-text";
import { type Instant, toTimestamp } from "../../platform/time";

type ConversationStatus = components["schemas"]["ConversationStatus"];
type ContentType = components["schemas"]["InboundContentType"];

/** The newest inbound message of a conversation. */
export interface LastMessage {
  id: string;
  receivedAt: Instant;
  channel: Channel;
  contentType: ContentType;
  text: string | null;
  campaignId: string | null;
}

export interface Conversation {
  id: string;
  /** Number in E.164. */
  phone: string;
  /** Status of the conversation. Each inbound message sets it to `open`. */
  status: ConversationStatus;
  messageCount: number;
  unreadCount: number;
  /** Id of the last inbound message that is read; null if nothing is read. */
  readUpTo: string | null;
  optedOut: boolean;
  last: Omit<LastMessage, "text"> & { preview: string | null };
}

const PREVIEW = limits.Conversation.preview.maxLength;

export const previewOf = (text: string | null): string | null =>
  text === null ? null : [...text.slice(0, 2 * PREVIEW)].slice(0, PREVIEW).join("");

/** Returns the value of `conversations.search`. The line break prevents matches across preview and number. */
export const searchOf = (preview: string | null, phone: string): string =>
  `${foldForSearch(preview ?? "")}\n${phone}`;

interface ConversationContact {
  id: string;
  name: string | null;
}

export const toContract = (
  { last, ...conversation }: Conversation,
  contact: ConversationContact | undefined,
): components["schemas"]["Conversation"] => ({
  id: conversation.id,
  phone: conversation.phone,
  contact_id: contact?.id ?? null,
  contact_name: contact?.name ?? null,
  status: conversation.status,
  unread: conversation.unreadCount > 0,
  unread_count: conversation.unreadCount,
  read_up_to: conversation.readUpTo,
  opted_out: conversation.optedOut,
  message_count: conversation.messageCount,
  channel: last.channel,
  content_type: last.contentType,
  preview: last.preview,
  campaign_id: last.campaignId,
  last_message_id: last.id,
  last_received_at: toTimestamp(last.receivedAt),
});
