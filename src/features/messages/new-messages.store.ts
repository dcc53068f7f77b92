import { type Columns, insertStatement, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import type { Instant } from "../../platform/time";
import type { BlockReason } from "../../messaging/block-reason";
import type { Channel } from "../../messaging/channel";
import { type Purpose, storedPurpose } from "../../messaging/purpose";
import type { MessageStatus } from "./message";

export interface SharedColumns {
  accountId: string;
  channel: Channel;
  purpose: Purpose;
  sender: string | null;
  senderId: string | null;
  templateId: string | null;
  campaignId: string | null;
  /** Tags of the messages, as JSON; null if none. */
  tags: string | null;
  /** Follow-up rules as JSON; null if none. */
  followUps: string | null;
  traceParent: string | null;
  sendId?: string | null;
  createdAt: Instant;
}

/** Column values of one message. Objects are JSON texts. */
export type NewMessage = {
  id: string;
  /** Id shared by the messages of a submission job; null unless the message is pending. */
  batch_id: string | null;
  status: MessageStatus;
  recipient: string;
  contact_id: string | null;
  content: string | null;
  segments: number | null;
  error: string | null;
  block_reason: BlockReason | null;
  client_reference: string | null;
  parent_message_id: string | null;
  not_before: Instant | null;
  variables: string | null;
  history: string;
  /** Searchable text: the number and the content. */
  search: string;
};

/** Approximate text size of one insert statement, in characters. */
const STATEMENT_TEXT = 1024 * 1024;

const textOf = ({ content, search, variables, history }: NewMessage) =>
  (content?.length ?? 0) + search.length + (variables?.length ?? 0) + history.length;

export const NEW_MESSAGE_COLUMNS: Columns = {
  id: "uuid",
  account_id: "uuid",
  channel: "text",
  purpose: "text",
  sender: "text",
  sender_id: "uuid",
  template_id: "uuid",
  campaign_id: "uuid",
  tags: "text",
  follow_ups: "text",
  trace_parent: "text",
  send_id: "uuid",
  price: "bigint",
  created_at: "bigint",
  updated_at: "bigint",
  batch_id: "uuid",
  status: "text",
  recipient: "text",
  contact_id: "uuid",
  content: "text",
  segments: "smallint",
  error: "text",
  block_reason: "text",
  client_reference: "text",
  parent_message_id: "uuid",
  not_before: "bigint",
  variables: "text",
  history: "text",
  search: "text",
};

export const inStatements = (messages: readonly NewMessage[]): NewMessage[][] =>
  chunksBySize(messages, textOf, STATEMENT_TEXT);

const rowOf = (shared: SharedColumns) => ({
  account_id: shared.accountId,
  channel: shared.channel,
  purpose: storedPurpose(shared.purpose),
  sender: shared.sender,
  sender_id: shared.senderId,
  template_id: shared.templateId,
  campaign_id: shared.campaignId,
  tags: shared.tags,
  follow_ups: shared.followUps,
  trace_parent: shared.traceParent,
  send_id: shared.sendId ?? null,
  price: 0,
  created_at: shared.createdAt,
  updated_at: shared.createdAt,
});

interface GroupOfNewMessages {
  shared: SharedColumns;
  messages: readonly NewMessage[];
}

/** Returns the statement that inserts messages of several groups, which may belong to different accounts. */
export function newMessagesStatement(db: Db, groups: readonly GroupOfNewMessages[]): Statement | null {
  const [first, ...others] = groups;
  if (!first) return null;
  // Do not copy the messages of a single group: copying takes a third of a campaign's creation time.
  if (others.length === 0)
    return insertStatement(db, "messages", NEW_MESSAGE_COLUMNS, first.messages, "", rowOf(first.shared));
  const rows = groups.flatMap(({ shared, messages }) =>
    messages.map((message) => Object.assign(rowOf(shared), message)),
  );
  return insertStatement(db, "messages", NEW_MESSAGE_COLUMNS, rows);
}
