import { anyOf } from "../../platform/db/bulk";
import { beginWrite, type Db, lockName, lockRows, lockSharedRows } from "../../platform/db/dialect";
import { lazyPage, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import { contains } from "../../platform/db/reads/conditions";
import { arranged, type Order } from "../../platform/db/reads/order";
import type { Reading } from "../../platform/db/reads/reads";
import { scan } from "../../platform/db/reads/scan";
import { hasAttribute, searchInOrder, sortContacts } from "./ordered.store";
import { contactsOf } from "./search.store";
import type { Platform } from "../../platform/platform";
import { conflict } from "../../platform/problem";
import { likePattern } from "../../platform/search-text";
import type { Instant } from "../../platform/time";
import type { Contact, ContactChanges } from "./contact";
import { accountTotal, writeContactCounts } from "./contact-counts.store";
import { recordPhone, requestErasure } from "./erasures.store";
import { contactSearch, numbersOf } from "./upsert.store";

interface ContactRow {
  account_id: string;
  id: string;
  phone: string;
  name: string | null;
  attributes: string;
  search: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
}

const toContact = (
  row: Pick<ContactRow, "id" | "phone" | "name" | "attributes" | "created_at" | "updated_at">,
): Contact => ({
  id: row.id,
  phone: row.phone,
  name: row.name,
  attributes: JSON.parse(row.attributes) as Record<string, string>,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const present = (db: Db, accountId: string) =>
  db<ContactRow>("contacts").where({ account_id: accountId }).whereNull("deleted_at");

export async function findContact(db: Db, accountId: string, contactId: string): Promise<Contact | null> {
  const row = await present(db, accountId).where({ id: contactId }).first();
  return row ? toContact(row) : null;
}

/** Returns the contacts that exist, in the order of the ids. Their attributes are read in chunks. */
export async function contactsById(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Omit<LazyPage<Contact>, "total">> {
  const attributes = { table: "contacts", accountId, column: "attributes" };
  const query = present(db, accountId)
    .where(anyOf(db, "id", "uuid", contactIds))
    .select("id", "phone", "name", "created_at", "updated_at", sizeColumn(db, "attributes"));
  const rows = contactIds.length === 0 ? [] : await weighedRows<ListedContactRow>(db, attributes, query);
  return lazyPage(db, attributes, arranged(rows, contactIds), ({ text, ...row }) =>
    toContact({ ...row, attributes: text ?? "{}" }),
  );
}

type ListedContactRow = Pick<ContactRow, "phone" | "name" | "created_at" | "updated_at"> & Weighed;

interface ContactFilter {
  /** Part of a name or number. */
  search?: string;
  /** Complete number in E.164. */
  phone?: string;
  ids?: readonly string[];
  /** Attributes of the contact, as `name=value`. */
  attributes?: readonly string[];
}

/**
 * Returns a page of contacts. Throws 422 for a search with too many matches, and for a filter by attributes
 * that would examine too many contacts.
 */
export async function listContacts(
  db: Db,
  reading: Reading,
  accountId: string,
  { search, phone, ids: chosen, attributes = [] }: ContactFilter,
  order: Order,
  page: PageRequest,
): Promise<LazyPage<Contact>> {
  const conditions = attributes.map(hasAttribute);
  if (phone !== undefined) {
    const query = present(db, accountId).where({ phone });
    if (chosen !== undefined) void query.where(anyOf(db, "id", "uuid", chosen));
    if (search !== undefined) void query.whereRaw("search like ? escape '\\'", [likePattern(search)]);
    for (const { sql } of conditions) void query.where(sql(db));
    const found = (await query.pluck("id")) as string[];
    const shown = found.slice(page.offset, page.offset + page.limit);
    return { ...(await contactsById(db, accountId, shown)), total: found.length };
  }
  const { ids, total } = await reading(async (read) => {
    if (chosen !== undefined) {
      const holding = search === undefined ? [] : [contains("search", search)];
      return sortContacts(read, accountId, chosen, { order, conditions: [...holding, ...conditions] }, page);
    }
    if (search !== undefined)
      return searchInOrder(read, { accountId }, { text: search, order, conditions }, page);
    const contacts = await accountTotal(db, accountId);
    const source = { ...contactsOf(accountId), order };
    if (conditions.length === 0) return scan(read, source, [], page, contacts);
    if (contacts > read.maxExamined)
      throw read.refusal(`This would examine more than ${read.maxExamined} contacts`);
    return scan(read, source, conditions, page);
  });
  return { ...(await contactsById(db, accountId, ids)), total };
}

/** Locks a contact against deletion until the transaction ends; returns false if it does not exist. */
export async function lockSharedContact(trx: Db, accountId: string, contactId: string): Promise<boolean> {
  await beginWrite(trx);
  const row: unknown = await lockSharedRows(
    trx,
    present(trx, accountId).where({ id: contactId }).first("id"),
  );
  return row !== undefined;
}

const phoneTaken = () =>
  conflict("Another contact has this phone number", [
    { field: "phone", message: "belongs to another contact" },
  ]);

/**
 * Changes the given fields; returns null if the contact does not exist. Throws a conflict if another contact
 * has the number. If a deleted contact has the number, deletes its row.
 */
export async function updateContact(
  trx: Db,
  { clock, ids }: Pick<Platform, "clock" | "ids">,
  accountId: string,
  contactId: string,
  { phone, name, attributes }: ContactChanges,
): Promise<Contact | null> {
  await beginWrite(trx);
  if (phone !== undefined) await lockName(trx, numbersOf(accountId));
  const ofAccount = () => trx<ContactRow>("contacts").where({ account_id: accountId });
  const rows = await lockRows(
    trx,
    ofAccount().where((either) => {
      void either.where({ id: contactId });
      if (phone !== undefined) void either.orWhere({ phone });
    }),
  );
  const now = clock.now();
  const contact = rows.find((row) => row.id === contactId && row.deleted_at === null);
  if (!contact) return null;
  const holder = rows.find((row) => row.id !== contactId);
  if (holder && holder.deleted_at === null) throw phoneTaken();
  if (holder) await ofAccount().where({ id: holder.id }).delete();
  if (phone !== undefined && phone !== contact.phone) {
    await recordPhone(trx, { accountId, contactId, phone: contact.phone }, ids.next(now));
  }
  const becomes = { phone: phone ?? contact.phone, name: name === undefined ? contact.name : name };
  const [row] = await ofAccount()
    .where({ id: contactId })
    .update({
      ...becomes,
      search: contactSearch(becomes.name, becomes.phone),
      ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
      updated_at: now,
    })
    .returning("*");
  return row ? toContact(row) : null;
}

/**
 * Hides a contact and erases its data except the number: a later upsert of the number restores the contact
 * with its id. Requests the erasure of its messages up to `upTo`; src/features/erasure/ performs it. The
 * caller removes the memberships. Returns false if the contact does not exist.
 */
export async function eraseContact(
  trx: Db,
  accountId: string,
  contactId: string,
  upTo: string,
  now: Instant,
): Promise<boolean> {
  const [erased] = await present(trx, accountId)
    .where({ id: contactId })
    .update({ name: null, attributes: "{}", search: "", updated_at: now, deleted_at: now })
    .returning("phone");
  if (!erased) return false;
  await requestErasure(trx, { accountId, contactId, phone: erased.phone }, upTo, now);
  await writeContactCounts(trx, accountId, [{ listId: null, contacts: -1 }]);
  return true;
}

/** Returns the numbers (E.164) of contacts, including deleted contacts, by id. */
export async function phonesOf(
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = (await db("contacts")
    .where({ account_id: accountId })
    .where(anyOf(db, "id", "uuid", contactIds))
    .select("id", "phone")) as { id: string; phone: string }[];
  return new Map(rows.map(({ id, phone }) => [id, phone]));
}

export const contactIdByPhoneQuery = (db: Db, accountId: string, phone: string) =>
  db("contacts").where({ account_id: accountId, phone }).whereNull("deleted_at").select("id");
