import type { components } from "../../../generated/schema";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { BlockReason } from "../../messaging/block-reason";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import type { Purpose } from "../../messaging/purpose";
import { type Instant, MINUTE, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { joinCauses, type TraceCauses, type TraceParent } from "../../platform/tracing/tracing";
import type { MessageStatus } from "../../messaging/status";
import { shownNumber } from "../../messaging/erased-number";

export type { MessageStatus } from "../../messaging/status";

export type MessageErrorCode = components["schemas"]["MessageErrorCode"];
export type MessageError = components["schemas"]["MessageError"];

/** Maximum time between a send's read of its contacts and files and its commit, in milliseconds. */
export const SEND_DURATION = MINUTE;

/** A status in a message's history. A tuple, because every message stores its history. */
export type HistoryEntry =
  [status: MessageStatus, at: Instant] | [status: MessageStatus, at: Instant, error: MessageError];

export interface Message {
  accountId: string;
  id: string;
  /**
   * Id shared by the messages of a submission job; null unless created as pending. Not the API's `batch_id`
   * (`batchIdOf`).
   */
  batchId: string | null;
  channel: Channel;
  purpose: Purpose;
  status: MessageStatus;
  /** Number in E.164; `ERASED_NUMBER` after its erasure. */
  recipient: string;
  sender: string | null;
  senderId: string | null;
  contactId: string | null;
  templateId: string | null;
  campaignId: string | null;
  parentMessageId: string | null;
  /** Id shared by the messages of a send to several recipients; null for other messages. */
  sendId: string | null;
  /** Time that the message is scheduled for; null if it is submitted as soon as possible. */
  notBefore: Instant | null;
  /** Rendered content; null after a failed rendering or an erasure. */
  content: Content | null;
  segments: number | null;
  /** Price in micro-units (millionths of a real). */
  price: number;
  error: MessageError | null;
  /** Reason for the status `blocked`; null in any other status. */
  blockReason: BlockReason | null;
  clientReference: string | null;
  /** Tags in the given order; null if there are none. */
  tags: readonly string[] | null;
  history: readonly HistoryEntry[];
  /** Follow-up rules that the template had when the message was created; null if none or erased. */
  followUps: MessageFollowUps | null;
  /** Span that created the message; null unless the span was sampled. */
  traceParent: TraceParent | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** Name of the connection that accepted the message; null before the acceptance. */
  carrier: string | null;
  /** Carrier's reference of the message, or of the first part of a message in parts; null if none. */
  carrierReference: string | null;
}

export type ListedMessage = Omit<Message, "accountId" | "batchId" | "history" | "followUps" | "traceParent">;

/** The fields of a message that status changes depend on. */
export type MessageState = Omit<
  Message,
  "sender" | "content" | "error" | "blockReason" | "updatedAt" | "carrier" | "carrierReference"
>;

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

type Traced = Pick<MessageState, "traceParent" | "campaignId">;

/**
 * Returns the spans that caused work on messages. A campaign's messages are linked, so that its trace does
 * not get a span for each of its messages.
 */
export const causesOf = (messages: readonly Traced[]): TraceCauses =>
  joinCauses(
    messages.flatMap(({ traceParent, campaignId }) => {
      if (traceParent === null) return [];
      return campaignId === null
        ? { parent: traceParent, links: [] }
        : { parent: null, links: [traceParent] };
    }),
  );
