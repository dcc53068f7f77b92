import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import type { BlockReason } from "../../messaging/block-reason";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import type { SuppressionKey } from "../consents/number-hash";
import { consentCheck, type ConsentUse, consentUseQuery, type UseRow } from "../consents/states.store";

/** Properties of a message that decide which blacklists suppress it. */
export interface MessageKind {
  accountId: string;
  channel: Channel;
  purpose: Purpose;
}

/**
 * Returns a subquery for the ids of the account's blacklists that suppress on the channel for the purpose.
 * The patterns are literals: SQLite plans the statement again for each bound pattern, at ten times the cost
 * of the query.
 */
export const suppressingListsQuery = ({ accountId, channel, purpose }: MessageKind): Statement => ({
  sql: `select l.id from contact_lists l where l.account_id = ? and l.type = 'blacklist'
    and l.deleted_at is null and l.channels like '%"${channel}"%'
    and (l.purposes is null or l.purposes like '%"${purpose}"%')`,
  bindings: [accountId],
});

/** Join that finds the account's contact with the number `p.phone`. Binds the account id. */
export const BY_PHONE = { table: "contacts", where: "t.account_id = ? and t.phone = p.phone" };

interface CheckRow extends UseRow {
  /** A suppressing list that has members; null if there is none. */
  id: string | null;
}

/** Returns which of these numbers (E.164) get no messages of the kind, and why. */
export async function blockedPhones(
  db: Db,
  key: SuppressionKey,
  kind: MessageKind,
  phones: readonly string[],
): Promise<Map<string, BlockReason>> {
  const { use, lists } = await runQuery(db, checkQuery(kind));
  const reasonOf = await consentCheck(db, key, kind, use, phones);
  const onLists = await phonesOnLists(db, kind, lists, phones);
  return new Map(
    phones.flatMap((phone): [string, BlockReason][] => {
      const reason = onLists.has(phone) ? "suppressed" : reasonOf(phone);
      return reason === null ? [] : [[phone, reason]];
    }),
  );
}

/**
 * Returns the query for the use of consents and the suppressing lists. One statement suffices for an account
 * without suppression.
 */
function checkQuery(kind: MessageKind): Query<CheckRow, { use: ConsentUse; lists: string[] }> {
  const [use, lists] = [consentUseQuery(kind), occupiedListsQuery(kind)];
  return {
    sql: `select u.*, l.id from (${use.sql}) u left join (${lists.sql}) l on 1 = 1`,
    bindings: [...use.bindings, ...lists.bindings],
    read: (rows) => ({ use: use.read(rows), lists: rows.flatMap(({ id }) => id ?? []) }),
  };
}

async function phonesOnLists(
  db: Db,
  { accountId }: MessageKind,
  lists: readonly string[],
  phones: readonly string[],
): Promise<Set<string>> {
  if (lists.length === 0) return new Set();
  const source = rowsFrom(
    db,
    "p",
    { phone: "text" },
    phones.map((phone) => ({ phone })),
  );
  const member = anyOf(db, "m.list_id", "uuid", lists).toSQL();
  const rows = await rawRows<{ phone: string }>(
    db,
    `select c.phone from ${source.sql} ${joinFirst(db, "c", [BY_PHONE], { limit: "1" })}
     where c.deleted_at is null and exists (select 1 from list_members m
       where m.account_id = c.account_id and m.contact_id = c.id and ${member.sql})`,
    [...source.bindings, accountId, ...member.bindings],
  );
  return new Set(rows.map(({ phone }) => phone));
}

/** Returns the query for the suppressing lists that have members. Most accounts have none. */
export function occupiedListsQuery(kind: MessageKind): Query<{ id: string }, string[]> {
  const { sql, bindings } = suppressingListsQuery(kind);
  return {
    sql: `select l.id from (${sql}) as l
      where exists (select 1 from list_members m where m.account_id = ? and m.list_id = l.id)`,
    bindings: [...bindings, kind.accountId],
    read: (rows) => rows.map(({ id }) => id),
  };
}
