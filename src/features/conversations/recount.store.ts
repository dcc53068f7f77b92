import { anyOf, lockEach, rowsFrom, whereKeysMatch } from "../../platform/db/bulk";
import { beginWrite, type Db, rawRows } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { LastMessage } from "./conversation";
import { lastColumns, messagesFrom, ofAccount } from "./conversations.store";

interface Recount {
  id: string;
  phone: string;
  last_message_id: string;
  messages: number;
  unread: number;
  newest: string | null;
}

/**
 * Counts the messages of these numbers (E.164) again and corrects their conversations, after messages were
 * deleted or lost their number. Deletes conversations without a message. Ignores numbers without a
 * conversation.
 */
export async function recountConversations(
  trx: Db,
  accountId: string,
  phones: readonly string[],
): Promise<void> {
  if (phones.length === 0) return;
  await beginWrite(trx);
  const keys = { table: "conversations", accountId, key: "phone" };
  // A message that is being stored waits for the locks, and then adds itself to the new counts.
  const locked = await lockEach<{ phone: string }>(trx, keys, "text", ["phone"], phones);
  if (locked.length === 0) return;
  const theirs = "m.account_id = c.account_id and m.sender = c.phone";
  const source = rowsFrom(
    trx,
    "k",
    { phone: "text" },
    locked.map(({ phone }) => ({ phone })),
  );
  const counted = await rawRows<Recount>(
    trx,
    `select c.id, c.phone, c.last_message_id,
         (select count(*) from inbound_messages m where ${theirs}) as messages,
         (select count(*) from inbound_messages m where ${theirs}
            and (c.read_up_to is null or m.id > c.read_up_to)) as unread,
         (select m.id from inbound_messages m where ${theirs} order by m.id desc limit 1) as newest
       from ${source.sql} join conversations c on c.account_id = ? and c.phone = k.phone`,
    [...source.bindings, accountId],
  );
  const emptied = counted.filter(({ newest }) => newest === null).map(({ id }) => id);
  if (emptied.length > 0)
    await ofAccount(trx, accountId)
      .where(anyOf(trx, "id", "uuid", emptied))
      .delete();
  const left = counted.filter(({ newest }) => newest !== null);
  await setCounts(trx, accountId, left);
  for (const { id, phone, newest, last_message_id: last } of left) {
    if (newest !== null && newest !== last) await setNewest(trx, accountId, { id, phone, newest });
  }
}

async function setCounts(trx: Db, accountId: string, counted: readonly Recount[]): Promise<void> {
  if (counted.length === 0) return;
  const columns = { id: "uuid", messages: "bigint", unread: "bigint" } as const;
  const rows = counted.map(({ id, messages, unread }) => ({
    id,
    messages,
    unread: Number(unread),
  }));
  const source = rowsFrom(trx, "u", columns, rows);
  const match = whereKeysMatch(trx, "u", { table: "conversations", accountId, key: "id" });
  await trx.raw(
    `update conversations set message_count = u.messages, unread_count = u.unread from ${source.sql} ${match.sql}`,
    [...source.bindings, ...match.bindings],
  );
}

interface NewestRow {
  id: string;
  received_at: Instant;
  channel: LastMessage["channel"];
  content_type: LastMessage["contentType"];
  text: string | null;
  campaign_id: string | null;
}

/**
 * Returns the message with this id from the number (E.164), with the fields of a conversation's last message;
 * null if it was deleted.
 */
export async function storedMessage(
  trx: Db,
  accountId: string,
  phone: string,
  id: string,
): Promise<LastMessage | null> {
  const columns = ["id", "received_at", "channel", "content_type", "text", "campaign_id"];
  const row = (await messagesFrom(trx, accountId, phone).where({ id }).first(columns)) as
    NewestRow | undefined;
  if (row === undefined) return null;
  return {
    id: row.id,
    receivedAt: row.received_at,
    channel: row.channel,
    contentType: row.content_type,
    text: row.text,
    campaignId: row.campaign_id,
  };
}

async function setNewest(
  trx: Db,
  accountId: string,
  { id, phone, newest }: { id: string; phone: string; newest: string },
): Promise<void> {
  const last = await storedMessage(trx, accountId, phone, newest);
  if (last !== null) await ofAccount(trx, accountId).where({ id }).update(lastColumns(last, phone));
}
