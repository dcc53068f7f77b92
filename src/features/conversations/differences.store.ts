import type { Knex } from "knex";
import { anyOf } from "../../platform/db/bulk";
import { type Db, rawRows, typedBind } from "../../platform/db/dialect";
import type { IdMaker } from "../../platform/ids";
import { lastColumns, ofAccount } from "./conversations.store";
import { recountConversations, storedMessage } from "./recount.store";

export interface ConversationCounts {
  messages: number;
  unread: number;
  /** Id of the newest inbound message; null without messages. */
  newest: string | null;
}

export interface ConversationDifference {
  /** Null if the number has no conversation. */
  conversationId: string | null;
  /** Number in E.164. */
  phone: string;
  kept: ConversationCounts;
  actual: ConversationCounts;
}

interface DifferenceRow {
  id: string | null;
  phone: string;
  message_count: number | null;
  unread_count: number | null;
  last_message_id: string | null;
  messages: number;
  unread: number;
  newest: string | null;
}

/**
 * Returns the conversations that differ from the stored inbound messages, and the numbers with messages whose
 * conversation is missing. One statement reads one snapshot.
 */
export async function conversationDifferences(db: Db, accountId: string): Promise<ConversationDifference[]> {
  const nothing = typedBind(db, "text");
  const rows = await rawRows<DifferenceRow>(
    db,
    `select c.id, k.phone, c.message_count, c.unread_count, c.last_message_id, k.messages, k.unread, k.newest
       from (select m.sender as phone, count(*) as messages, max(cast(m.id as text)) as newest,
                    sum(case when c.read_up_to is null or m.id > c.read_up_to then 1 else 0 end) as unread
               from inbound_messages m
               left join conversations c on c.account_id = m.account_id and c.phone = m.sender
               where m.account_id = ? and m.sender <> '' group by m.sender) as k
       left join conversations c on c.account_id = ? and c.phone = k.phone
       where c.id is null or c.message_count <> k.messages or c.unread_count <> k.unread
         or cast(c.last_message_id as text) <> k.newest
     union all
     select c.id, c.phone, c.message_count, c.unread_count, c.last_message_id, 0, 0, ${nothing}
       from conversations c where c.account_id = ? and not exists
         (select 1 from inbound_messages m where m.account_id = c.account_id and m.sender = c.phone)
     order by 2`,
    [accountId, accountId, null, accountId],
  );
  return rows.map((row) => ({
    conversationId: row.id,
    phone: row.phone,
    kept: {
      messages: row.message_count ?? 0,
      unread: row.unread_count ?? 0,
      newest: row.last_message_id,
    },
    actual: { messages: row.messages, unread: row.unread, newest: row.newest },
  }));
}

/** Number of conversations that a repair locks in one transaction. */
const LOCKED = 100;

interface RepairDeps {
  ids: IdMaker;
  /** Returns which of the numbers belong to persons who have opted out. */
  optedOut(trx: Db, phones: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * Creates missing conversations, recounts the messages of existing conversations, and deletes conversations
 * without a message. A conversation that gets a newer message becomes open, as when the message arrives. It
 * also becomes opted out if `optedOut` returns its number. Runs short transactions, because arriving messages
 * of the same numbers wait for each transaction.
 */
export async function repairConversations(
  db: Knex,
  { ids, optedOut }: RepairDeps,
  accountId: string,
  differences: readonly ConversationDifference[],
): Promise<void> {
  for (let from = 0; from < differences.length; from += LOCKED) {
    const some = differences.slice(from, from + LOCKED);
    const advanced = some.filter(({ kept, actual }) => (actual.newest ?? "") > (kept.newest ?? ""));
    await db.transaction(async (trx) => {
      await insertMissing(trx, ids, accountId, some);
      const phones = some.map(({ phone }) => phone);
      await recountConversations(trx, accountId, phones);
      await reopen(
        trx,
        accountId,
        advanced.map(({ phone }) => phone),
        optedOut,
      );
    });
  }
}

async function insertMissing(
  trx: Db,
  ids: IdMaker,
  accountId: string,
  differences: readonly ConversationDifference[],
): Promise<void> {
  for (const { conversationId, phone, actual } of differences) {
    if (conversationId !== null || actual.newest === null) continue;
    const last = await storedMessage(trx, accountId, phone, actual.newest);
    if (last === null) continue;
    await trx("conversations")
      .insert({
        account_id: accountId,
        id: ids.next(last.receivedAt),
        phone,
        status: "open",
        message_count: 0,
        unread_count: 0,
        read_up_to: null,
        opted_out: false,
        ...lastColumns(last, phone),
      })
      .onConflict(["account_id", "phone"])
      .ignore();
  }
}

async function reopen(
  trx: Db,
  accountId: string,
  phones: readonly string[],
  optedOut: RepairDeps["optedOut"],
): Promise<void> {
  if (phones.length === 0) return;
  await ofAccount(trx, accountId)
    .where(anyOf(trx, "phone", "text", phones))
    .update({ status: "open" });
  // Set `opted_out`, but never reset it: after an opt-out, a request may have removed the person from the
  // list.
  const out = await optedOut(trx, phones);
  if (out.size === 0) return;
  await ofAccount(trx, accountId)
    .where(anyOf(trx, "phone", "text", [...out]))
    .update({ opted_out: true });
}
