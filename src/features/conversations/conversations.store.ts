import type { Knex } from "knex";
import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import type { IdRange } from "../../platform/db/id-ranges";
import type { PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { type Condition, isAnyOf } from "../../platform/db/reads/conditions";
import { scan } from "../../platform/db/reads/scan";
import { MAX_INDEX_RANGES, rows, type Source } from "../../platform/db/reads/source";
import { DAY, type Instant, latestPlausible } from "../../platform/time";
import { type Conversation, type LastMessage, previewOf, searchOf } from "./conversation";
import { type ConversationSearch, searchConversations } from "./search.store";

interface ConversationRow {
  account_id: string;
  id: string;
  phone: string;
  status: Conversation["status"];
  message_count: number;
  unread_count: number;
  read_up_to: string | null;
  opted_out: boolean | number;
  last_message_id: string;
  last_received_at: Instant;
  channel: LastMessage["channel"];
  content_type: LastMessage["contentType"];
  preview: string | null;
  search: string;
  campaign_id: string | null;
  confirmed_at: Instant | null;
  help_answered_at: Instant | null;
}

const toConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  phone: row.phone,
  status: row.status,
  messageCount: row.message_count,
  unreadCount: row.unread_count,
  readUpTo: row.read_up_to,
  optedOut: Boolean(row.opted_out),
  last: {
    id: row.last_message_id,
    receivedAt: row.last_received_at,
    channel: row.channel,
    contentType: row.content_type,
    preview: row.preview,
    campaignId: row.campaign_id,
  },
});

export const ofAccount = (db: Db, accountId: string) =>
  db<ConversationRow>("conversations").where({ account_id: accountId });

export function lastColumns(last: LastMessage, phone: string) {
  const preview = previewOf(last.text);
  return {
    last_message_id: last.id,
    last_received_at: last.receivedAt,
    channel: last.channel,
    content_type: last.contentType,
    preview,
    search: searchOf(preview, phone),
    campaign_id: last.campaignId,
  };
}

interface ReceivedMessage {
  accountId: string;
  /** Number in E.164. */
  phone: string;
  message: LastMessage;
  /** Whether the message opts out (true) or in (false); null for neither. */
  optedOut: boolean | null;
  /**
   * Returns whether the person had opted out before. Called only for a new conversation, which begins with
   * this value if `optedOut` is null.
   */
  wasOptedOut: () => Promise<boolean>;
}

/**
 * Adds a stored message to the conversation of its number, as unread, and opens the conversation. Creates the
 * conversation with `id` if it is missing. The row stays locked until the transaction ends.
 */
export async function addToConversation(
  trx: Db,
  id: string,
  { accountId, phone, message, optedOut, wasOptedOut }: ReceivedMessage,
): Promise<void> {
  const last = lastColumns(message, phone);
  // Messages of a number may be stored out of order. Only a newer message replaces the last message.
  const newer = Object.keys(last).map((column): [string, Knex.Raw] => [
    column,
    trx.raw(
      `case when excluded.last_message_id > conversations.last_message_id
         then excluded.${column} else conversations.${column} end`,
    ),
  ]);
  const more = (column: string) => trx.raw(`conversations.${column} + 1`);
  // The lock keeps a concurrent retention from deleting the conversation before the insert.
  const begins =
    optedOut === null && !(await lockRows(trx, ofAccount(trx, accountId).where({ phone }).first("id")));
  await trx("conversations")
    .insert({
      account_id: accountId,
      id,
      phone,
      status: "open",
      message_count: 1,
      unread_count: 1,
      read_up_to: null,
      opted_out: optedOut ?? (begins && (await wasOptedOut())),
      ...last,
    })
    .onConflict(["account_id", "phone"])
    .merge({
      status: "open",
      message_count: more("message_count"),
      unread_count: more("unread_count"),
      ...(optedOut === null ? {} : { opted_out: optedOut }),
      ...Object.fromEntries(newer),
    });
}

export type AutomaticReplyKind = "confirmation" | "help_answer";

const SENT_AT = { confirmation: "confirmed_at", help_answer: "help_answered_at" } as const;

/** Minimum time between automatic replies of one kind to a number, in milliseconds. */
const AUTOMATIC_REPLY_INTERVAL = DAY;

/**
 * Records an automatic reply to a number that has a conversation. Returns false, and records nothing, if the
 * number got a reply of this kind within the interval. Of concurrent transactions, only one gets `true`.
 */
export async function claimAutomaticReply(
  trx: Db,
  accountId: string,
  { phone, kind, now }: { phone: string; kind: AutomaticReplyKind; now: Instant },
): Promise<boolean> {
  const column = SENT_AT[kind];
  const claimed = await ofAccount(trx, accountId)
    .where({ phone })
    .where(
      (due) =>
        void due
          .whereNull(column)
          .orWhere(column, "<=", now - AUTOMATIC_REPLY_INTERVAL)
          .orWhere(column, ">", latestPlausible(now)), // stored by a clock that was ahead
    )
    .update({ [column]: now });
  return claimed > 0;
}

/** Records an opt-out or opt-in by an RCS event. Does nothing if the number has no conversation. */
export async function setOptedOut(
  trx: Db,
  accountId: string,
  phone: string,
  optedOut: boolean,
): Promise<void> {
  await ofAccount(trx, accountId).where({ phone }).update({ opted_out: optedOut });
}

interface ConversationFilter {
  status?: readonly Conversation["status"][];
  unread?: boolean;
  optedOut?: boolean;
  /** Number in E.164. */
  phone?: string;
  campaignIds?: readonly string[];
  search?: ConversationSearch;
}

/** Returns the narrowest index for the filter, and the other filters as conditions on its rows. */
function sourceOf(
  accountId: string,
  { status, unread, optedOut, phone, campaignIds }: ConversationFilter,
): { source: Source; conditions: Condition[] } {
  const source = { table: "conversations", id: "last_message_id", scope: { account_id: accountId } };
  const is = (column: string, sql: string): Condition => ({ columns: [column], sql: (db) => db.raw(sql) });
  const statuses = { column: "status", type: "text" as const, values: status ?? [] };
  const campaigns = { column: "campaign_id", type: "uuid" as const, values: campaignIds ?? [] };
  const filters = {
    campaign: campaignIds === undefined ? [] : [isAnyOf(campaigns)],
    optedOut: optedOut === undefined ? [] : [is("opted_out", optedOut ? "opted_out" : "not opted_out")],
    unread:
      unread === undefined ? [] : [is("unread_count", unread ? "unread_count > 0" : "unread_count = 0")],
    status: status === undefined ? [] : [isAnyOf(statuses)],
  };
  /** Returns the source with the index, and the filters other than the index's own filter as conditions. */
  const by = (own: keyof typeof filters | "phone", index: Partial<Source>) => ({
    source: { ...source, ...index },
    conditions: Object.entries(filters).flatMap(([name, filter]) => (name === own ? [] : filter)),
  });
  if (phone !== undefined) return by("phone", { scope: { ...source.scope, phone } });
  if (campaignIds !== undefined && campaignIds.length <= MAX_INDEX_RANGES) {
    return by("campaign", { anyOf: campaigns, present: "campaign_id is not null" });
  }
  if (optedOut === true) return by("optedOut", { present: "opted_out" });
  if (unread === true) return by("unread", { present: "unread_count > 0" });
  return by("status", status === undefined ? {} : { anyOf: statuses });
}

/**
 * Returns a page of the conversations that match the filter, newest inbound message first, and their total.
 */
export async function listConversations(
  db: Db,
  reading: Reading,
  accountId: string,
  filter: ConversationFilter,
  page: PageRequest,
): Promise<{ conversations: Conversation[]; total: number }> {
  const { source, conditions } = sourceOf(accountId, filter);
  const { search } = filter;
  const { ids, total } = await reading((read) =>
    search === undefined
      ? scan(read, source, conditions, page)
      : searchConversations(read, { source, conditions }, accountId, search, page),
  );
  const found = await conversationsOf(db, accountId, ids);
  const known = new Set(found.map(({ last_message_id: id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  const moved = await movedSince(db, accountId, { source, conditions }, missing);
  return { conversations: [...moved, ...found].map(toConversation), total };
}

const conversationsOf = (db: Db, accountId: string, messageIds: readonly string[]) =>
  ofAccount(db, accountId)
    .where(anyOf(db, "last_message_id", "uuid", messageIds))
    .orderBy("last_message_id", "desc");

/**
 * Returns the conversations whose newest message was one of `messageIds` when the list was read. Leaves out
 * conversations that no longer match the filter.
 */
async function movedSince(
  db: Db,
  accountId: string,
  { source, conditions }: ReturnType<typeof sourceOf>,
  messageIds: readonly string[],
): Promise<ConversationRow[]> {
  if (messageIds.length === 0) return [];
  const senders = db("inbound_messages")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", messageIds))
    .select("sender");
  const moved = rows(db, source, {}).whereIn("phone", senders).orderBy("last_message_id", "desc");
  for (const { sql } of conditions) void moved.where(sql(db));
  return (await moved) as ConversationRow[];
}

export async function findConversation(db: Db, accountId: string, id: string): Promise<Conversation | null> {
  const row = await ofAccount(db, accountId).where({ id }).first();
  return row ? toConversation(row) : null;
}

export async function conversationOfNumber(
  db: Db,
  accountId: string,
  phone: string,
): Promise<Conversation | null> {
  const row = await ofAccount(db, accountId).where({ phone }).first();
  return row ? toConversation(row) : null;
}

export async function lockConversation(trx: Db, accountId: string, id: string): Promise<Conversation | null> {
  await beginWrite(trx);
  const row = await lockRows(trx, ofAccount(trx, accountId).where({ id }).first());
  return row ? toConversation(row as ConversationRow) : null;
}

export const messagesFrom = (db: Db, accountId: string, phone: string) =>
  db("inbound_messages").where({ account_id: accountId, sender: phone });

export async function isMessageFrom(db: Db, accountId: string, phone: string, id: string): Promise<boolean> {
  return (await messagesFrom(db, accountId, phone).where({ id }).first("id")) !== undefined;
}

/**
 * Changes a locked conversation. `readUpTo` marks messages up to this id as read and later messages as
 * unread; null marks all messages as unread.
 */
export async function updateConversation(
  trx: Db,
  accountId: string,
  { id, phone }: Pick<Conversation, "id" | "phone">,
  { status, readUpTo }: { status?: Conversation["status"]; readUpTo?: string | null },
): Promise<Conversation | null> {
  const unread = async (after: string | null) => {
    const later = messagesFrom(trx, accountId, phone);
    if (after !== null) void later.where("id", ">", after);
    const [row] = (await later.count({ total: "*" })) as { total: number }[];
    return { read_up_to: after, unread_count: row?.total ?? 0 };
  };
  const [row] = await ofAccount(trx, accountId)
    .where({ id })
    .update({
      ...(status === undefined ? {} : { status }),
      ...(readUpTo === undefined ? {} : await unread(readUpTo)),
    })
    .returning("*");
  return row ? toConversation(row) : null;
}

/**
 * Erases the previews of conversations whose newest message is selected: by a range of ids, or by the number
 * `phone`, the query `of`, which returns message ids, and a highest id `upTo`.
 */
export async function erasePreviews(
  db: Db,
  where: IdRange | { accountId: string; phone: string; upTo: string; of: Knex.QueryBuilder },
): Promise<void> {
  const query = ofAccount(db, where.accountId).where("last_message_id", "<=", where.upTo);
  if ("phone" in where) void query.where({ phone: where.phone }).whereIn("last_message_id", where.of);
  else void query.where("last_message_id", ">", where.after);
  await query
    .whereNotNull("preview")
    .update({ preview: null, search: db.raw("? || phone", [searchOf(null, "")]) });
}
