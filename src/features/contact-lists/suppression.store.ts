import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { Channel } from "../../messaging/channel";
import { suppressedByHash, type SuppressionKey } from "./suppressed-numbers.store";

/** Returns the ids of the account's blacklists that suppress on the channel. */
export async function suppressingLists(db: Db, accountId: string, channel: Channel): Promise<string[]> {
  const rows = (await db("contact_lists")
    .select("id", "channels")
    .where({ account_id: accountId, type: "blacklist" })
    .whereNull("deleted_at")) as { id: string; channels: string }[];
  return rows.filter((row) => (JSON.parse(row.channels) as Channel[]).includes(channel)).map((row) => row.id);
}

/**
 * Returns a subquery for the ids of `suppressingLists`. The pattern is a literal: SQLite plans the statement
 * again for each bound pattern, at ten times the cost of the query.
 */
export const suppressingListsQuery = (accountId: string, channel: Channel): Statement => ({
  sql: `select l.id from contact_lists l where l.account_id = ? and l.type = 'blacklist'
    and l.deleted_at is null and l.channels like '%"${channel}"%'`,
  bindings: [accountId],
});

/** Join that finds the account's contact with the number `p.phone`. Its bind value is the account id. */
export const BY_PHONE = { table: "contacts", where: "t.account_id = ? and t.phone = p.phone" };

/** Returns which of these numbers (E.164) are suppressed on the channel. */
export async function suppressedPhones(
  db: Db,
  key: SuppressionKey,
  accountId: string,
  channel: Channel,
  phones: readonly string[],
): Promise<Set<string>> {
  const used = await suppressingListsWithUse(db, accountId, channel);
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
export async function occupiedSuppressingLists(
  db: Db,
  accountId: string,
  channel: Channel,
): Promise<string[]> {
  const lists = await suppressingListsWithUse(db, accountId, channel);
  return lists.filter(({ hasMembers }) => hasMembers).map(({ id }) => id);
}

/** Returns the suppressing lists, and whether they have members or numbers of erased contacts. */
async function suppressingListsWithUse(db: Db, accountId: string, channel: Channel) {
  const { sql, bindings } = suppressingListsQuery(accountId, channel);
  const has = (table: string) =>
    `exists (select 1 from ${table} m where m.account_id = ? and m.list_id = l.id)`;
  const rows = await rawRows<{ id: string; members: boolean | number; hashes: boolean | number }>(
    db,
    `select l.id, ${has("list_members")} as members, ${has("suppressed_numbers")} as hashes from (${sql}) as l`,
    [accountId, accountId, ...bindings],
  );
  return rows.map(({ id, members, hashes }) => ({ id, hasMembers: !!members, hasHashes: !!hashes }));
}
