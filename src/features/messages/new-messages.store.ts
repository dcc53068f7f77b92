import { type Columns, insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { inRuns } from "../../platform/db/chunk-by-size";
import type { Instant } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import type { MessageStatus } from "./message";

/** Column values shared by a group of messages. */
export interface SharedColumns {
  accountId: string;
  channel: Channel;
  sender: string | null;
  senderId: string | null;
  templateId: string | null;
  campaignId: string | null;
  /** JSON of the messages' follow-up rules. */
  followUps: string | null;
  createdAt: Instant;
}

/** Column values of one message. Structured values are JSON. */
export interface NewMessage {
  id: string;
  /** Null unless the message is pending. */
  batch_id: string | null;
  status: MessageStatus;
  recipient: string;
  contact_id: string | null;
  content: string | null;
  segments: number | null;
  error: string | null;
  client_reference: string | null;
  parent_message_id: string | null;
  variables: string | null;
  history: string;
  /** Searchable text, in addition to the number. */
  search: string;
}

/** Approximate maximum size of the texts that one statement writes, in characters. */
const STATEMENT_TEXT = 1024 * 1024;

const textOf = ({ content, search, variables, history }: NewMessage) =>
  (content?.length ?? 0) + search.length + (variables?.length ?? 0) + history.length;

const COLUMNS: Columns = {
  account_id: "uuid",
  channel: "text",
  sender: "text",
  sender_id: "uuid",
  template_id: "uuid",
  campaign_id: "uuid",
  follow_ups: "text",
  price: "bigint",
  created_at: "bigint",
  updated_at: "bigint",
  id: "uuid",
  batch_id: "uuid",
  status: "text",
  recipient: "text",
  contact_id: "uuid",
  content: "text",
  segments: "smallint",
  error: "text",
  client_reference: "text",
  parent_message_id: "uuid",
  variables: "text",
  history: "text",
  search: "text",
};

/** Splits messages into parts that one statement can write. */
export const inStatements = (messages: readonly NewMessage[]): NewMessage[][] =>
  inRuns(messages, textOf, STATEMENT_TEXT);

/** Returns the statement that inserts messages of several groups, which may belong to different accounts. */
export const newMessagesStatement = (
  db: Db,
  groups: readonly { shared: SharedColumns; messages: readonly NewMessage[] }[],
): Statement | null =>
  insertStatement(
    db,
    "messages",
    COLUMNS,
    groups.flatMap(({ shared, messages }) =>
      messages.map((message) => ({
        ...message,
        account_id: shared.accountId,
        channel: shared.channel,
        sender: shared.sender,
        sender_id: shared.senderId,
        template_id: shared.templateId,
        campaign_id: shared.campaignId,
        follow_ups: shared.followUps,
        price: 0,
        search: message.recipient + message.search,
        created_at: shared.createdAt,
        updated_at: shared.createdAt,
      })),
    ),
  );
