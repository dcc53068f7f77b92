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

/** One status that a message entered: kept short, because every message carries its whole history. */
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
  /** Rendered; null when it could not be. */
  content: Content | null;
  segments: number | null;
  price: number;
  error: MessageError | null;
  clientReference: string | null;
  history: HistoryEntry[];
  /** The rules of its template, as they were when it was created. */
  followUps: MessageFollowUps | null;
  createdAt: Instant;
  updatedAt: Instant;
  /** The connection that accepted the message; null before. */
  carrier: string | null;
  /** What its carrier calls it: of several references the first. */
  carrierReference: string | null;
}

/** What the changes of a message's status need to know of it; the rest stays in the database. */
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
