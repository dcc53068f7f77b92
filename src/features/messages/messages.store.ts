import { anyOf, isRow, rowsFrom, type Statement } from "../../platform/db/bulk";
import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import type { MessageFollowUps } from "../../messaging/follow-up-rules";
import type { Instant } from "../../platform/time";
import { type BlockReason, blockReasonOf } from "../../messaging/block-reason";
import type { Channel } from "../../messaging/channel";
import { parseStoredContent } from "../../messaging/dial-numbers";
import { purposeOf, type StoredPurpose } from "../../messaging/purpose";
import type { HistoryEntry, Message, MessageError, MessageState, MessageStatus } from "./message";

export interface MessageRow {
  account_id: string;
  id: string;
  batch_id: string | null;
  channel: Channel;
  purpose: StoredPurpose;
  status: MessageStatus;
  recipient: string;
  sender: string | null;
  sender_id: string | null;
  contact_id: string | null;
  template_id: string | null;
  campaign_id: string | null;
  parent_message_id: string | null;
  send_id: string | null;
  not_before: Instant | null;
  content: string | null;
  segments: number | null;
  price: number;
  error: string | null;
  block_reason: BlockReason | null;
  client_reference: string | null;
  tags: string | null;
  history: string;
  follow_ups: string | null;
  trace_parent: string | null;
  created_at: Instant;
  updated_at: Instant;
  carrier: string | null;
  carrier_reference: string | null;
}

// Node 20 takes a hundred times as long to spread an object and add fields as to assign fields to an object.
// Therefore, the conversions of rows assign to new objects.

export const toMessage = (row: MessageRow): Message =>
  Object.assign(toState(row), detailsOf(row, row.content));

export const STATE_COLUMNS = [
  "account_id",
  "id",
  "batch_id",
  "channel",
  "purpose",
  "status",
  "recipient",
  "sender_id",
  "contact_id",
  "template_id",
  "campaign_id",
  "parent_message_id",
  "send_id",
  "segments",
  "price",
  "client_reference",
  "tags",
  "history",
  "follow_ups",
  "trace_parent",
  "created_at",
  "not_before",
] as const;

/**
 * Returns a parser that returns the same object again if a text equals the previous one. Messages that
 * were created together often have the same content and history.
 */
function reusingParser<T>(parse = (text: string) => JSON.parse(text) as T): (text: string) => T {
  let last: { text: string; value: T } | null = null;
  return (text) => {
    if (last?.text !== text) last = { text, value: parse(text) };
    return last.value;
  };
}

const parseTags = (stored: string | null) => (stored === null ? null : parseTagList(stored));
const parseTagList = reusingParser<readonly string[]>();
const parseHistory = reusingParser<readonly HistoryEntry[]>();
/** Parses stored content. The result may be shared by messages and must not be changed. */
export const parseContent = reusingParser(parseStoredContent);

type StateRow = Pick<MessageRow, (typeof STATE_COLUMNS)[number]>;
type IdentityRow = Omit<StateRow, "account_id" | "batch_id" | "history" | "follow_ups" | "trace_parent">;

export const identityOf = (row: IdentityRow) => ({
  id: row.id,
  channel: row.channel,
  purpose: purposeOf(row.purpose),
  status: row.status,
  recipient: row.recipient,
  senderId: row.sender_id,
  contactId: row.contact_id,
  templateId: row.template_id,
  campaignId: row.campaign_id,
  parentMessageId: row.parent_message_id,
  sendId: row.send_id,
  segments: row.segments,
  price: row.price,
  clientReference: row.client_reference,
  tags: parseTags(row.tags),
  createdAt: row.created_at,
  notBefore: row.not_before,
});

export const toState = (row: StateRow): MessageState =>
  Object.assign(identityOf(row), {
    accountId: row.account_id,
    batchId: row.batch_id,
    history: parseHistory(row.history),
    followUps: row.follow_ups === null ? null : (JSON.parse(row.follow_ups) as MessageFollowUps),
    traceParent: row.trace_parent,
  });

type DetailsRow = Pick<
  MessageRow,
  "status" | "sender" | "error" | "block_reason" | "updated_at" | "carrier" | "carrier_reference"
>;

/** Returns the fields of a message that `MessageState` lacks. `content` is the stored content. */
export const detailsOf = (row: DetailsRow, content: string | null) => ({
  sender: row.sender,
  content: content === null ? null : parseContent(content),
  error: row.error === null ? null : (JSON.parse(row.error) as MessageError),
  blockReason: blockReasonOf(row.status, row.block_reason),
  updatedAt: row.updated_at,
  carrier: row.carrier,
  carrierReference: row.carrier_reference,
});

export async function findMessage(db: Db, accountId: string, id: string): Promise<Message | null> {
  const row = await db<MessageRow>("messages").where({ account_id: accountId, id }).first();
  return row ? toMessage(row) : null;
}

/**
 * Locks and returns messages that are no longer pending. A pending message belongs to the holder of its job,
 * and locking the message here could deadlock with that holder.
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

export interface MessageUpdate {
  id: string;
  status: MessageStatus;
  price: number;
  error: string | null;
  history: string;
  block_reason?: BlockReason;
  /** Connection that accepted the message, and the carrier's reference. Unchanged if absent or null. */
  carrier?: string;
  carrier_reference?: string | null;
}

const STATE_TYPES = { id: "uuid", status: "text", price: "bigint", error: "text", history: "text" } as const;
const BLOCKED_TYPES = { block_reason: "text" } as const;
const TAKEN_TYPES = { carrier: "text", carrier_reference: "text" } as const;

export function messagesUpdate(
  trx: Db,
  accountId: string,
  updates: readonly MessageUpdate[],
  now: Instant,
): Statement | null {
  if (updates.length === 0) return null;
  const taken = updates.some(({ carrier }) => carrier !== undefined);
  const blocked = updates.some(({ block_reason }) => block_reason !== undefined);
  const source = rowsFrom(
    trx,
    "u",
    { ...STATE_TYPES, ...(blocked ? BLOCKED_TYPES : {}), ...(taken ? TAKEN_TYPES : {}) },
    updates as readonly (MessageUpdate & Record<string, string | number | null>)[],
  );
  // The id bounds limit every query plan to an index range. Without bounds, PostgreSQL may scan the whole
  // table while its statistics are stale, such as after a million inserts.
  const ids = updates.map(({ id }) => id).sort();
  const andTaken = taken
    ? ", carrier = coalesce(u.carrier, messages.carrier), carrier_reference = coalesce(u.carrier_reference, messages.carrier_reference)"
    : "";
  const andBlocked = blocked ? ", block_reason = u.block_reason" : "";
  return {
    sql: `update messages set status = u.status, price = u.price, error = u.error, history = u.history, updated_at = ?${andBlocked}${andTaken}
     from ${source.sql}
     where ${isRow(trx, "messages", (row) => `${row}.account_id = ? and ${row}.id = u.id and ${row}.id between ? and ?`)}`,
    bindings: [now, ...source.bindings, accountId, ids[0] as string, ids.at(-1) as string],
  };
}
