import type { components } from "../../../generated/schema";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import type { Instant } from "../../platform/time";
import type { MessageStatus } from "../../messaging/status";

export type { MessageStatus } from "../../messaging/status";

export type MessageErrorCode = components["schemas"]["MessageErrorCode"];

export interface MessageError {
  code: MessageErrorCode;
  message: string;
  carrier_code: string | null;
}

/** One status of a message's history. A tuple, because every message stores its whole history. */
export type HistoryEntry =
  [status: MessageStatus, at: Instant] | [status: MessageStatus, at: Instant, error: MessageError];

export interface Message {
  accountId: string;
  id: string;
  batchId: string | null;
  channel: Channel;
  status: MessageStatus;
  recipient: string;
  sender: string | null;
  /** Null without a sender. */
  senderId: string | null;
  contactId: string | null;
  templateId: string | null;
  campaignId: string | null;
  parentMessageId: string | null;
  /** Rendered content; null if it could not be rendered or was erased. */
  content: Content | null;
  segments: number | null;
  price: number;
  error: MessageError | null;
  clientReference: string | null;
  history: HistoryEntry[];
  /** The follow-up rules of its template at creation. */
  followUps: MessageFollowUps | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** Name of the connection that accepted the message; null before that. */
  carrier: string | null;
  /** The carrier's reference; the first one if there are several. */
  carrierReference: string | null;
}

/** The fields of a message that status changes depend on. */
export type MessageState = Pick<
  Message,
  | "accountId"
  | "id"
  | "batchId"
  | "channel"
  | "status"
  | "recipient"
  | "templateId"
  | "campaignId"
  | "segments"
  | "price"
  | "clientReference"
  | "history"
  | "followUps"
  | "createdAt"
>;
