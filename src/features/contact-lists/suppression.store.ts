import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import { suppressedByHash, type SuppressionKey } from "./suppressed-numbers.store";

/** Messages of one account to which suppression applies alike. */
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

/** Join that finds the account's contact with the number `p.phone`. Its bind value is the account id. */
export const BY_PHONE = { table: "contacts", where: "t.account_id = ? and t.phone = p.phone" };

/** Returns which of these numbers (E.164) are suppressed for messages of the kind. */
export async function suppressedPhones(
  db: Db,
  key: SuppressionKey,
  kind: MessageKind,
  phones: readonly string[],
): Promise<Set<string>> {
  const { accountId } = kind;
  const used = await suppressingListsWithUse(db, kind);
  const lists = used.filter(({ hasMembers }) => hasMembers).map(({ id }) => id);
  const hashLists = used.filter(({ hasHashes }) => hasHashes).map(({ id }) => id);
  const erased = hashLists.length === 0 ? [] : await suppressedByHash(db, key, accountId, hashLists, phones);
  if (lists.length === 0) return new Set(erased);
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
  return new Set([...rows.map((row) => row.phone), ...erased]);
}

/** Returns the suppressing lists that have members. Most accounts have none and need no lookup of numbers. */
export async function occupiedSuppressingLists(db: Db, kind: MessageKind): Promise<string[]> {
  const lists = await suppressingListsWithUse(db, kind);
  return lists.filter(({ hasMembers }) => hasMembers).map(({ id }) => id);
}

/** Returns the suppressing lists, and whether they have members or numbers of erased contacts. */
async function suppressingListsWithUse(db: Db, kind: MessageKind) {
  const { accountId } = kind;
  const { sql, bindings } = suppressingListsQuery(kind);
  const has = (table: string) =>
    `exists (select 1 from ${table} m where m.account_id = ? and m.list_id = l.id)`;
  const rows = await rawRows<{ id: string; members: boolean | number; hashes: boolean | number }>(
    db,
    `select l.id, ${has("list_members")} as members, ${has("suppressed_numbers")} as hashes from (${sql}) as l`,
    [accountId, accountId, ...bindings],
  );
  return rows.map(({ id, members, hashes }) => ({ id, hasMembers: !!members, hasHashes: !!hashes }));
}
