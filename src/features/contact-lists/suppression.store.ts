import { anyOf, rowsFrom, type Statement } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import type { Channel } from "../../messaging/channel";

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
  accountId: string,
  channel: Channel,
  phones: readonly string[],
): Promise<Set<string>> {
  const lists = await occupiedSuppressingLists(db, accountId, channel);
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
  return new Set(rows.map((row) => row.phone));
}

/** Returns the suppressing lists that have members. Most accounts have none and need no lookup of numbers. */
export async function occupiedSuppressingLists(
  db: Db,
  accountId: string,
  channel: Channel,
): Promise<string[]> {
  const { sql, bindings } = suppressingListsQuery(accountId, channel);
  const rows = await rawRows<{ id: string }>(
    db,
    `${sql} and exists (select 1 from list_members m where m.account_id = l.account_id and m.list_id = l.id)`,
    bindings,
  );
  return rows.map(({ id }) => id);
}
