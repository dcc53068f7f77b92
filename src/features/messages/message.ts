import type { components } from "../../../generated/schema";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { BlockReason } from "../../messaging/block-reason";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import type { Purpose } from "../../messaging/purpose";
import type { Instant } from "../../platform/time";
import type { TraceParent } from "../../platform/tracing/tracing";
import type { MessageStatus } from "../../messaging/status";

export type { MessageStatus } from "../../messaging/status";

export type MessageErrorCode = components["schemas"]["MessageErrorCode"];

export interface MessageError {
  code: MessageErrorCode;
  message: string;
  carrier_code: string | null;
}

/** A status in a message's history. A tuple, because every message stores its history. */
export type HistoryEntry =
  [status: MessageStatus, at: Instant] | [status: MessageStatus, at: Instant, error: MessageError];

export interface Message {
  accountId: string;
  id: string;
  /** Origin of the submission job; null unless created as pending. Not the API's `batch_id` (`batchIdOf`). */
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
  /** Null unless the status is `blocked`. */
  blockReason: BlockReason | null;
  clientReference: string | null;
  /** Tags in the given order; null if there are none. */
  tags: readonly string[] | null;
  history: readonly HistoryEntry[];
  /** Follow-up rules that the template had when the message was created. */
  followUps: MessageFollowUps | null;
  /** Span that created the message; null unless the span was sampled. */
  traceParent: TraceParent | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** Name of the connection that accepted the message; null before the acceptance. */
  carrier: string | null;
  /** Carrier's reference of the message, or of the first part of a message in parts. */
  carrierReference: string | null;
}

/** The fields of a message that status changes depend on. */
export type MessageState = Pick<
  Message,
  | "accountId"
  | "id"
  | "batchId"
  | "channel"
  | "purpose"
  | "status"
  | "recipient"
  | "senderId"
  | "contactId"
  | "templateId"
  | "campaignId"
  | "parentMessageId"
  | "sendId"
  | "segments"
  | "price"
  | "clientReference"
  | "tags"
  | "history"
  | "followUps"
  | "notBefore"
  | "traceParent"
  | "createdAt"
>;
