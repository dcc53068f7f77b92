import { type Columns, insertStatement, rowsFrom, type Statement } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { inRuns } from "../../platform/db/chunk-by-size";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { Instant } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import type { MessageStatus } from "./message";

/** What the messages of one insert share. */
export interface SharedColumns {
  accountId: string;
  channel: Channel;
  sender: string | null;
  senderId: string | null;
  templateId: string | null;
  campaignId: string | null;
  /** JSON of the rules that they carry. */
  followUps: string | null;
  createdAt: Instant;
}

/** What each has of its own; documents are JSON already. */
export interface NewMessage {
  id: string;
  /** Null unless it is pending. */
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
  /** What a search looks at besides the number. */
  search: string;
}

/** Bytes of texts, more or less, that one statement writes. */
const STATEMENT_BYTES = 1024 * 1024;

const weightOf = ({ content, search, variables, history }: NewMessage) =>
  (content?.length ?? 0) + search.length + (variables?.length ?? 0) + history.length;

/** Writes new messages, in as few statements as their texts allow. */
export async function insertMessages(
  trx: Db,
  group: SharedColumns,
  messages: readonly NewMessage[],
): Promise<void> {
  const runs = inRuns(messages, weightOf, STATEMENT_BYTES);
  for (const [index, run] of runs.entries()) {
    if (index > 0) await yieldToEventLoop();
    await insertRun(trx, group, run);
  }
}

/** What `NewMessage` has. */
const OWN_COLUMNS: Columns = {
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

async function insertRun(trx: Db, group: SharedColumns, messages: readonly NewMessage[]): Promise<void> {
  const source = rowsFrom(
    trx,
    "m",
    OWN_COLUMNS,
    messages as readonly (NewMessage & Record<string, string | number | null>)[],
  );
  const { accountId, channel, sender, senderId, templateId, campaignId, followUps, createdAt } = group;
  await trx.raw(
    `insert into messages (account_id, id, batch_id, channel, status, recipient, sender, sender_id, contact_id, template_id,
       campaign_id, follow_ups, content, segments, price, error, client_reference, parent_message_id, variables, history, search, created_at, updated_at)
     select ?, m.id, m.batch_id, ?, m.status, m.recipient, ?, ?, m.contact_id, ?, ?, ?, m.content, m.segments, 0, m.error,
       m.client_reference, m.parent_message_id, m.variables, m.history, m.recipient || m.search, ?, ?
     from ${source.sql}`,
    [
      ...[accountId, channel, sender, senderId, templateId, campaignId, followUps, createdAt, createdAt],
      ...source.bindings,
    ],
  );
}

const MESSAGE_COLUMNS: Columns = {
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
  ...OWN_COLUMNS,
};

/** The few messages of several groups, which may be of any accounts, in one statement. */
export function messagesStatement(
  db: Db,
  groups: readonly { group: SharedColumns; messages: readonly NewMessage[] }[],
): Statement | null {
  const rows = groups.flatMap(({ group, messages }) =>
    messages.map((message) => ({
      ...message,
      account_id: group.accountId,
      channel: group.channel,
      sender: group.sender,
      sender_id: group.senderId,
      template_id: group.templateId,
      campaign_id: group.campaignId,
      follow_ups: group.followUps,
      price: 0,
      search: message.recipient + message.search,
      created_at: group.createdAt,
      updated_at: group.createdAt,
    })),
  );
  return insertStatement(db, "messages", MESSAGE_COLUMNS, rows);
}
