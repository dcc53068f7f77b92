import type { Instant } from "../../platform/time";
import type { Membership, MembershipOrigin } from "../contacts/contact";
import { listTotals, writeContactCounts } from "../contacts/contact-counts.store";
import { anyOf, keyAnyOf, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows, typedBind } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { Condition } from "../../platform/db/reads/conditions";
import type { Order } from "../../platform/db/reads/order";
import type { LongRead, Reading } from "../../platform/db/reads/reads";
import { scan, type Scanned, upTo } from "../../platform/db/reads/scan";
import type { Source } from "../../platform/db/reads/source";
import { NIL_ID } from "../../platform/ids";
import {
  hasAttribute,
  MAX_SORTED,
  type OrderedSearch,
  searchInOrder,
  sortContacts,
} from "../contacts/ordered.store";
import { tooManyMatches } from "../contacts/search-sqlite.store";
import { contactsOf, isMemberOf, type SearchScope } from "../contacts/search.store";
import { nextMembershipVersion } from "./membership-version.store";

// Additions and removals of members go through this file, so that counts and snapshots stay correct. Only
// purge.store.ts also deletes memberships.

interface Addition {
  origin: MembershipOrigin;
  at: Instant;
}

/** Adds contacts to a list; returns the ids of new members. Existing memberships stay unchanged. */
export async function addMembers(
  trx: Db,
  { accountId, listId }: { accountId: string; listId: string },
  contactIds: readonly string[],
  { origin, at }: Addition,
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const version = await nextMembershipVersion(trx);
  // The fixed order makes concurrent additions of the same contacts wait instead of deadlocking.
  const source = rowsFrom(
    trx,
    "c",
    { contact_id: "uuid" },
    [...contactIds].sort().map((id) => ({ contact_id: id })),
  );
  const [uuid, bigint] = [typedBind(trx, "uuid"), typedBind(trx, "bigint")];
  const added = await rawRows<{ contact_id: string }>(
    trx,
    `insert into list_members (account_id, list_id, contact_id, joined, added_at, origin)
       select ${uuid}, ${uuid}, c.contact_id, ${bigint}, ${bigint}, ${typedBind(trx, "text")}
       from ${source.sql} where true
       on conflict (account_id, list_id, contact_id) do nothing returning contact_id`,
    [accountId, listId, version, at, origin, ...source.bindings],
  );
  await writeContactCounts(trx, accountId, [{ listId, contacts: added.length }]);
  return added.map(({ contact_id }) => contact_id);
}

interface MembershipRow {
  contact_id: string;
  list_id: string;
  origin: MembershipOrigin;
  added_at: Instant;
}

/**
 * Removes a contact from one list, or a deleted contact from every list. Returns the number of removed
 * memberships.
 */
export async function removeMember(
  trx: Db,
  accountId: string,
  contactId: string,
  listId: string | null = null,
): Promise<number> {
  const departed = await nextMembershipVersion(trx);
  // Raw SQL, because knex drops the returned rows of a deletion on SQLite.
  const removed = await rawRows<{ list_id: string; joined: number }>(
    trx,
    `delete from list_members where account_id = ? and contact_id = ? ${listId === null ? "" : "and list_id = ?"}
       returning list_id, joined`,
    [accountId, contactId, ...(listId === null ? [] : [listId])],
  );
  if (removed.length === 0) return 0;
  if (listId === null && (await hasBlacklist(trx, accountId, removed))) {
    await trx("former_members").where({ account_id: accountId, contact_id: contactId }).del();
  } else {
    await rememberDeparted(trx, accountId, contactId, removed, departed);
  }
  await writeContactCounts(
    trx,
    accountId,
    removed.map((row) => ({ listId: row.list_id, contacts: -1 })),
  );
  return removed.length;
}

/**
 * Returns whether one of the lists is a blacklist whose suppression ends when a contact is deleted. Opt-outs
 * of the provisioned list outlive the contact, and a deleted list suppresses nothing.
 */
async function hasBlacklist(
  trx: Db,
  accountId: string,
  removed: readonly { list_id: string }[],
): Promise<boolean> {
  const lists = removed.map((row) => row.list_id);
  const row: unknown = await trx("contact_lists")
    .where({ account_id: accountId, type: "blacklist", is_provisioned: false })
    .where(anyOf(trx, "id", "uuid", lists))
    .whereNull("deleted_at")
    .first("id");
  return row !== undefined;
}

/**
 * Records the contact as a former member of lists that a running campaign still reads with the members of its
 * launch.
 */
async function rememberDeparted(
  trx: Db,
  accountId: string,
  contactId: string,
  removed: readonly { list_id: string; joined: number }[],
  departed: number,
): Promise<void> {
  const lists = removed.map((row) => row.list_id);
  const inUse = (await trx("campaigns")
    .where({ account_id: accountId, status: "running", expanded: false })
    .where(anyOf(trx, "list_id", "uuid", lists))
    .distinct()
    .pluck("list_id")) as string[];
  const rows = removed
    .filter((row) => inUse.includes(row.list_id))
    .map((row) => ({
      account_id: accountId,
      list_id: row.list_id,
      contact_id: contactId,
      joined: row.joined,
      departed,
    }));
  if (rows.length > 0) await trx("former_members").insert(rows);
}

interface MemberFilter {
  /** Part of a name or number. */
  search?: string;
  /** Attributes of the contact, as `name=value`. */
  attributes?: readonly string[];
  order: Order;
}

/**
 * Returns a page of a list's contact ids. Throws 422 if the request would examine too many contacts, or would
 * sort more than `maxSorted` contacts with an attribute.
 */
export async function pageOfMembers(
  db: Db,
  reading: Reading,
  { accountId, listId }: { accountId: string; listId: string },
  { search, attributes = [], order }: MemberFilter,
  page: PageRequest,
  maxSorted = MAX_SORTED,
): Promise<Scanned> {
  const { members, isWhole } = await membersOf(db, accountId, listId);
  const scope = { accountId, list: isWhole ? undefined : { id: listId, members } };
  const conditions = attributes.map(hasAttribute);
  return reading((read) => {
    if (search !== undefined) return searchInOrder(read, scope, { text: search, order, conditions }, page);
    if (conditions.length > 0)
      return membersWith(read, scope, { order, conditions }, members, page, maxSorted);
    if (order.column !== undefined) return membersByName(read, scope, order, members, page, maxSorted);
    return scan(read, { ...membersOfList(accountId, listId), order }, [], page, members);
  });
}

const membersOfList = (accountId: string, listId: string): Source => ({
  table: "list_members",
  id: "contact_id",
  scope: { account_id: accountId, list_id: listId },
});

const tooManyExamined = (read: LongRead) => () =>
  read.refusal(`This would examine more than ${read.maxExamined} contacts`);

/**
 * Sorts the members of a small list. For a larger list, reads the contacts in the order, and skips the
 * contacts that are not in the list. Throws 422 after too many examined contacts.
 */
async function membersByName(
  read: LongRead,
  { accountId, list }: SearchScope,
  order: Order,
  members: number,
  page: PageRequest,
  maxSorted: number,
): Promise<Scanned> {
  const source = { ...contactsOf(accountId), order };
  if (list === undefined) return scan(read, source, [], page, members);
  if (members <= maxSorted) {
    const { ids } = await scan(read, membersOfList(accountId, list.id), [], { limit: maxSorted, offset: 0 });
    return sortContacts(read, accountId, ids, { order, conditions: [] }, page);
  }
  const limited = { ...source, examined: upTo(read.maxExamined, tooManyExamined(read)) };
  return scan(read, limited, [isMemberOf(accountId, list.id)], page, members);
}

/**
 * Returns a page of the members that meet the conditions, after examining each member. Throws 422 for too
 * many members, and for too many matches that are to be sorted.
 */
async function membersWith(
  read: LongRead,
  { accountId, list }: SearchScope,
  { order, conditions }: Omit<OrderedSearch, "text">,
  members: number,
  page: PageRequest,
  maxSorted: number,
): Promise<Scanned> {
  if (members > read.maxExamined) throw tooManyExamined(read)();
  if (list === undefined) return scan(read, { ...contactsOf(accountId), order }, conditions, page);
  const source = membersOfList(accountId, list.id);
  const matching = conditions.map((condition) => memberHas(accountId, condition));
  if (order.column === undefined) return scan(read, { ...source, order }, matching, page);
  const { ids, total } = await scan(read, source, matching, { limit: maxSorted, offset: 0 });
  if (total > maxSorted) throw tooManyMatches(read, maxSorted);
  return sortContacts(read, accountId, ids, { order, conditions: [] }, page);
}

const memberHas = (accountId: string, { sql }: Condition): Condition => ({
  columns: ["contact_id"],
  sql: (db) =>
    // PostgreSQL never joins a scalar subquery, but would join all contacts if this were `exists`.
    db.raw("(select 1 from contacts c where c.account_id = ? and c.id = contact_id and ? limit 1) = 1", [
      accountId,
      sql(db),
    ]),
});

/** Returns the list's member count, and whether the list has every contact of the account. */
async function membersOf(db: Db, accountId: string, listId: string) {
  const totals = await listTotals(db, accountId, [listId, NIL_ID]);
  const members = totals.get(listId) ?? 0;
  return { members, isWhole: members === totals.get(NIL_ID) };
}

/** Returns the memberships of each contact in lists that are not deleted. */
export async function membershipsOf(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Map<string, Membership[]>> {
  const memberships = new Map<string, Membership[]>(contactIds.map((id) => [id, []]));
  if (contactIds.length === 0) return memberships;
  const rows = (await db("list_members as m")
    .join("contact_lists as l", (on) => on.on("l.account_id", "m.account_id").andOn("l.id", "m.list_id"))
    .where(keyAnyOf(db, "m", { table: "list_members", accountId, key: "contact_id" }, "uuid", contactIds))
    .whereNull("l.deleted_at")
    .orderBy("m.list_id")
    .select("m.contact_id", "m.list_id", "m.origin", "m.added_at")) as MembershipRow[];
  for (const { contact_id, list_id, origin, added_at } of rows) {
    memberships.get(contact_id)?.push({ listId: list_id, origin, addedAt: added_at });
  }
  return memberships;
}

export async function hasMembers(db: Db, accountId: string, listId: string): Promise<boolean> {
  const row: unknown = await db("list_members")
    .where({ account_id: accountId, list_id: listId })
    // Without this order, PostgreSQL scans the table from its start if the list has most of the members.
    .orderBy("contact_id")
    .first("contact_id");
  return row !== undefined;
}
