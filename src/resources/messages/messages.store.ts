import type { Knex } from "knex";
import {
  anyOf,
  type Columns,
  insertStatement,
  isRow,
  rowsFrom,
  type Statement,
} from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import { inRuns, lazyPage, sizeColumn, type Weighed, weighedRows } from "../../platform/db/long-texts";
import type { LazyPage } from "../../platform/db/page";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { Instant } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import type { HistoryEntry, Message, MessageError, MessageState, MessageStatus } from "./message";

export interface MessageRow {
  account_id: string;
  id: string;
  batch_id: string | null;
  channel: Channel;
  status: MessageStatus;
  recipient: string;
  sender: string | null;
  contact_id: string | null;
  template_id: string | null;
  campaign_id: string | null;
  parent_message_id: string | null;
  content: string | null;
  segments: number | null;
  price: number;
  error: string | null;
  client_reference: string | null;
  history: string;
  follow_ups: string | null;
  created_at: Instant;
  updated_at: Instant;
}

function toMessage(row: MessageRow): Message {
  return {
    ...toState(row),
    sender: row.sender,
    contactId: row.contact_id,
    parentMessageId: row.parent_message_id,
    content: row.content === null ? null : (JSON.parse(row.content) as Message["content"]),
    error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
    updatedAt: row.updated_at,
  };
}

const STATE_COLUMNS = [
  "account_id",
  "id",
  "batch_id",
  "channel",
  "status",
  "recipient",
  "template_id",
  "campaign_id",
  "segments",
  "price",
  "client_reference",
  "history",
  "follow_ups",
  "created_at",
] as const;

type StateRow = Pick<MessageRow, (typeof STATE_COLUMNS)[number]>;

function toState(row: StateRow): MessageState {
  return {
    accountId: row.account_id,
    id: row.id,
    batchId: row.batch_id,
    channel: row.channel,
    status: row.status,
    recipient: row.recipient,
    templateId: row.template_id,
    campaignId: row.campaign_id,
    segments: row.segments,
    price: Number(row.price),
    clientReference: row.client_reference,
    history: JSON.parse(row.history) as HistoryEntry[],
    followUps: row.follow_ups === null ? null : (JSON.parse(row.follow_ups) as MessageFollowUps),
    createdAt: row.created_at,
  };
}

/** What the messages of one insert share. */
export interface MessageGroup {
  accountId: string;
  channel: Channel;
  sender: string | null;
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
  group: MessageGroup,
  messages: readonly NewMessage[],
): Promise<void> {
  const runs = inRuns(messages, weightOf, STATEMENT_BYTES);
  for (const [index, run] of runs.entries()) {
    if (index > 0) await yieldToEventLoop();
    await insertRun(trx, group, run);
  }
}

async function insertRun(trx: Db, group: MessageGroup, messages: readonly NewMessage[]): Promise<void> {
  const source = rowsFrom(
    trx,
    "m",
    {
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
    },
    messages as readonly (NewMessage & Record<string, string | number | null>)[],
  );
  const { accountId, channel, sender, templateId, campaignId, followUps, createdAt } = group;
  await trx.raw(
    `insert into messages (account_id, id, batch_id, channel, status, recipient, sender, contact_id, template_id,
       campaign_id, follow_ups, content, segments, price, error, client_reference, parent_message_id, variables, history, search, created_at, updated_at)
     select ?, m.id, m.batch_id, ?, m.status, m.recipient, ?, m.contact_id, ?, ?, ?, m.content, m.segments, 0, m.error,
       m.client_reference, m.parent_message_id, m.variables, m.history, m.recipient || m.search, ?, ?
     from ${source.sql}`,
    [accountId, channel, sender, templateId, campaignId, followUps, createdAt, createdAt, ...source.bindings],
  );
}

const MESSAGE_COLUMNS: Columns = {
  account_id: "uuid",
  id: "uuid",
  batch_id: "uuid",
  channel: "text",
  status: "text",
  recipient: "text",
  sender: "text",
  contact_id: "uuid",
  template_id: "uuid",
  campaign_id: "uuid",
  follow_ups: "text",
  content: "text",
  segments: "smallint",
  price: "bigint",
  error: "text",
  client_reference: "text",
  parent_message_id: "uuid",
  variables: "text",
  history: "text",
  search: "text",
  created_at: "bigint",
  updated_at: "bigint",
};

/** The few messages of several groups, which may be of any accounts, in one statement. */
export function messagesStatement(
  db: Db,
  groups: readonly { group: MessageGroup; messages: readonly NewMessage[] }[],
): Statement | null {
  const rows = groups.flatMap(({ group, messages }) =>
    messages.map((message) => ({
      ...message,
      account_id: group.accountId,
      channel: group.channel,
      sender: group.sender,
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

export async function findMessage(db: Db, accountId: string, id: string): Promise<Message | null> {
  const row = await db<MessageRow>("messages").where({ account_id: accountId, id }).first();
  return row ? toMessage(row) : null;
}

/** What lists show of a message. */
export type ListedMessage = Omit<Message, "accountId" | "batchId" | "history" | "followUps">;

const LISTED_COLUMNS = [
  ...["id", "channel", "status", "recipient", "sender", "contact_id", "template_id", "campaign_id"],
  ...["parent_message_id", "segments", "price", "error", "client_reference", "created_at", "updated_at"],
] as const;

type ListedRow = Omit<MessageRow, "account_id" | "batch_id" | "content" | "history" | "follow_ups"> & Weighed;

/** The messages that a query answers ids of, or those with the ids given, newest first, without their total. */
export async function listedByIds(
  db: Db,
  accountId: string,
  ids: Knex.QueryBuilder | readonly string[],
): Promise<Omit<LazyPage<ListedMessage>, "total">> {
  const contents = { table: "messages", accountId, column: "content" };
  const query = db("messages")
    .where({ account_id: accountId })
    .select(...LISTED_COLUMNS, sizeColumn(db, "content"));
  void ("toSQL" in ids ? query.whereIn("id", ids) : query.where(anyOf(db, "id", "uuid", ids)));
  const rows = await weighedRows<ListedRow>(db, contents, query);
  return lazyPage(db, contents, rows, toListed);
}

const toListed = (row: ListedRow): ListedMessage => ({
  id: row.id,
  channel: row.channel,
  status: row.status,
  recipient: row.recipient,
  sender: row.sender,
  contactId: row.contact_id,
  templateId: row.template_id,
  campaignId: row.campaign_id,
  parentMessageId: row.parent_message_id,
  content: row.text === null ? null : (JSON.parse(row.text) as Message["content"]),
  segments: row.segments,
  price: Number(row.price),
  error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
  clientReference: row.client_reference,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** A message with what a submission needs. */
export type OutgoingMessage = MessageState & Pick<Message, "content" | "sender">;

/** Messages made together: a run of ids, or those named. */
export interface MessageRun {
  origin: string;
  first: string;
  last: string;
  ids?: readonly string[];
}

/** The messages of an account that the runs are of, and that still have the status, in order of creation. */
export async function messagesOfRuns(
  db: Db,
  accountId: string,
  runs: readonly MessageRun[],
  status: MessageStatus,
): Promise<OutgoingMessage[]> {
  const named = runs.flatMap(({ ids, first, last }) => ids ?? (first === last ? [first] : []));
  const ranges = runs.filter(({ ids, first, last }) => ids === undefined && first !== last);
  const rows = [
    ...(named.length === 0 ? [] : await namedMessages(db, accountId, named)),
    ...(ranges.length === 0 ? [] : await messagesInRanges(db, accountId, ranges)),
  ];
  return rows
    .filter((row) => row.status === status)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(toOutgoing);
}

/** The messages of an account with these ids that have the status. */
export async function messagesByIds(
  db: Db,
  accountId: string,
  ids: readonly string[],
  status: MessageStatus,
): Promise<OutgoingMessage[]> {
  if (ids.length === 0) return [];
  return (await namedMessages(db, accountId, ids)).filter((row) => row.status === status).map(toOutgoing);
}

const OUTGOING_COLUMNS = [...STATE_COLUMNS, "content", "sender"] as const;

const namedMessages = (db: Db, accountId: string, ids: readonly string[]) =>
  db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select(...OUTGOING_COLUMNS) as unknown as Promise<MessageRow[]>;

/** Range by range of the primary key: a join would be planned by statistics, which lag behind. */
async function messagesInRanges(
  db: Db,
  accountId: string,
  ranges: readonly MessageRun[],
): Promise<MessageRow[]> {
  const one = ({ origin, first, last }: MessageRun) =>
    db("messages")
      .where({ account_id: accountId, batch_id: origin })
      .whereBetween("id", [first, last])
      .select(...OUTGOING_COLUMNS);
  const rows: MessageRow[] = [];
  for (let start = 0; start < ranges.length; start += RANGES_PER_STATEMENT) {
    const [query, ...others] = ranges.slice(start, start + RANGES_PER_STATEMENT).map(one);
    if (query) rows.push(...((await query.unionAll(others)) as MessageRow[]));
  }
  return rows;
}

const RANGES_PER_STATEMENT = 50;

const toOutgoing = (row: MessageRow): OutgoingMessage => ({
  ...toState(row),
  sender: row.sender,
  content: row.content === null ? null : (JSON.parse(row.content) as Message["content"]),
});

/** Which of the messages named are not submitted yet, as far as is known. */
export async function stillPending(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const query = db("messages").where({ account_id: accountId, status: "pending" });
  return (await query.where(anyOf(db, "id", "uuid", ids)).pluck("id")) as string[];
}

/**
 * The messages named that have been submitted, locked until the transaction ends. Pending ones are left out: they
 * belong to the holder of their job, and locking them here could lock the two up against each other.
 */
export async function lockSubmitted(
  trx: Db,
  accountId: string,
  ids: readonly string[],
): Promise<MessageState[]> {
  await beginWrite(trx);
  const query = trx("messages")
    .where({ account_id: accountId })
    .where(anyOf(trx, "id", "uuid", ids))
    .whereNot({ status: "pending" })
    .select(...STATE_COLUMNS)
    .orderBy("id");
  const rows = (await lockRows(trx, query)) as StateRow[];
  return rows.map(toState);
}

/** A message's new state, as it is written. */
export interface MessageUpdate {
  id: string;
  status: MessageStatus;
  price: number;
  error: string | null;
  history: string;
}

/** Writes the new states of an account's messages in one statement. */
export async function updateMessages(
  trx: Db,
  accountId: string,
  updates: readonly MessageUpdate[],
  now: Instant,
): Promise<void> {
  if (updates.length === 0) return;
  const source = rowsFrom(
    trx,
    "u",
    { id: "uuid", status: "text", price: "bigint", error: "text", history: "text" },
    updates as readonly (MessageUpdate & Record<string, string | number | null>)[],
  );
  // Updates come in runs, and the bounds keep every plan to the run: a join alone is planned by statistics, which on
  // a table that has just grown by a million rows are stale enough for a scan of all of it.
  const ids = updates.map(({ id }) => id).sort();
  await trx.raw(
    `update messages set status = u.status, price = u.price, error = u.error, history = u.history, updated_at = ?
     from ${source.sql}
     where ${isRow(trx, "messages", (row) => `${row}.account_id = ? and ${row}.id = u.id and ${row}.id between ? and ?`)}`,
    [now, ...source.bindings, accountId, ids[0] as string, ids.at(-1) as string],
  );
}

/** What a follow-up takes from the message that it follows. */
export type FollowedMessage = OutgoingMessage & { variables: Readonly<Record<string, string>> | undefined };

/** How many bytes `followedMessages` would read of each of the messages named. */
export async function followedSizes(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const size = db.raw("coalesce(octet_length(content), 0) + coalesce(octet_length(variables), 0) as size");
  const rows = (await db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select("id", size)) as { id: string; size: number }[];
  return new Map(rows.map(({ id, size }) => [id, Number(size)]));
}

/** The messages named, as far as they are there, by id. */
export async function followedMessages(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, FollowedMessage>> {
  const rows = (await db("messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", ids))
    .select(...STATE_COLUMNS, "content", "sender", "variables")) as (MessageRow & {
    variables: string | null;
  })[];
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...toOutgoing(row),
        variables: row.variables === null ? undefined : (JSON.parse(row.variables) as Record<string, string>),
      },
    ]),
  );
}
