import { suppressingLists, suppressingListsQuery } from "../contact-lists/suppression.store";
import { anyOf, leftJoinOne, rowsFrom } from "../../platform/db/bulk";
import { beginWrite, type Db, holdRows, lockRows, rawRows } from "../../platform/db/dialect";
import { isUniqueViolation } from "../../platform/db/errors";
import {
  lazyPage,
  RUN_BYTES,
  sizeColumn,
  textsOf,
  type Weighed,
  weighedRows,
} from "../../platform/db/long-texts";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import type { Reading } from "../../platform/db/reads/reads";
import { scan } from "../../platform/db/reads/scan";
import { contactsOf, searchContacts } from "../../platform/db/substring";
import type { Question } from "../../platform/db/together";
import type { KnownContact } from "../messages/draft";
import type { Channel } from "../messages/message";
import { conflict } from "../../platform/problem";
import { likePattern } from "../../platform/text";
import type { Instant } from "../../platform/time";
import type { Contact, ContactChanges } from "./contact";
import { accountTotal, writeContactCounts } from "./contact-counts.store";
import { noteFormerPhone, requestErasure } from "./erasures.store";
import { contactSearch } from "./upsert.store";

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

/** The account's contacts that are not deleted. */
const present = (db: Db, accountId: string) =>
  db<ContactRow>("contacts").where({ account_id: accountId }).whereNull("deleted_at");

export async function findContact(db: Db, accountId: string, contactId: string): Promise<Contact | null> {
  const row = await present(db, accountId).where({ id: contactId }).first();
  return row ? toContact(row) : null;
}

/** Those of the contacts that are present, newest first, with their attributes run by run. */
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
  return lazyPage(db, attributes, rows, ({ text, ...row }) =>
    toContact({ ...row, attributes: text ?? "{}" }),
  );
}

type ListedContactRow = Pick<ContactRow, "phone" | "name" | "created_at" | "updated_at"> & Weighed;

/**
 * The account's contacts, newest first, and how many there are in all. `search` is looked for in name and number,
 * `phone` (E.164) is the whole number.
 */
export async function listContacts(
  db: Db,
  reading: Reading,
  accountId: string,
  { search, phone }: { search?: string; phone?: string },
  page: PageRequest,
): Promise<LazyPage<Contact>> {
  if (phone !== undefined) {
    const query = present(db, accountId).where({ phone });
    if (search !== undefined) void query.whereRaw("search like ? escape '\\'", [likePattern(search)]);
    const found = (await query.pluck("id")) as string[];
    const shown = found.slice(page.offset, page.offset + page.limit);
    return { ...(await contactsById(db, accountId, shown)), total: found.length };
  }
  const { ids, total } = await reading(async (read) =>
    search === undefined
      ? scan(read, contactsOf(accountId), [], page, await accountTotal(db, accountId))
      : searchContacts(read, { accountId }, search, page),
  );
  return { ...(await contactsById(db, accountId, ids)), total };
}

/** Keeps a contact from being deleted until the transaction ends; false when there is no such contact. */
export async function holdContact(trx: Db, accountId: string, contactId: string): Promise<boolean> {
  await beginWrite(trx);
  const row: unknown = await holdRows(trx, present(trx, accountId).where({ id: contactId }).first("id"));
  return row !== undefined;
}

const phoneTaken = () =>
  conflict("Another contact has this phone number", [
    { field: "phone", message: "belongs to another contact" },
  ]);

/**
 * Writes what is given and leaves the rest, in the caller's transaction; null when there is no such contact. The
 * number of another contact is a conflict; a deleted one gives its number up, and its row goes. To be tried again after
 * a deadlock: a bulk upsert may create the new number while it waits for the contact that has the old one.
 */
export async function updateContact(
  trx: Db,
  accountId: string,
  contactId: string,
  { phone, name, attributes }: ContactChanges,
  now: Instant,
): Promise<Contact | null> {
  await beginWrite(trx);
  const ofAccount = () => trx<ContactRow>("contacts").where({ account_id: accountId });
  // Both in the order in which an upsert locks them.
  const rows = await lockRows(
    trx,
    ofAccount()
      .where((either) => {
        void either.where({ id: contactId });
        if (phone !== undefined) void either.orWhere({ phone });
      })
      .orderBy("id"),
  );
  const contact = rows.find((row) => row.id === contactId && row.deleted_at === null);
  if (!contact) return null;
  const holder = rows.find((row) => row.id !== contactId);
  if (holder && holder.deleted_at === null) throw phoneTaken();
  if (holder) await ofAccount().where({ id: holder.id }).delete();
  if (phone !== undefined && phone !== contact.phone) {
    await noteFormerPhone(trx, { accountId, contactId, phone: contact.phone });
  }
  const becomes = { phone: phone ?? contact.phone, name: name === undefined ? contact.name : name };
  const update = ofAccount()
    .where({ id: contactId })
    .update({
      ...becomes,
      search: contactSearch(becomes.name, becomes.phone),
      ...(attributes === undefined ? {} : { attributes: JSON.stringify(attributes) }),
      updated_at: now,
    })
    .returning("*");
  try {
    const [row] = await update;
    return row ? toContact(row) : null;
  } catch (error) {
    // Somebody took the number after it was looked for.
    throw isUniqueViolation(error) ? phoneTaken() : error;
  }
}

/**
 * Hides a contact and erases what is known of it but the number, which brings its id back when it is upserted again.
 * What was exchanged with it, up to the id given, is erased next: see `src/erasure/`. In the caller's transaction, which
 * takes it out of its lists; false when there is no such contact.
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

/** A contact whose attributes may be yet to be read. */
export interface FoundContact extends Omit<KnownContact, "attributes"> {
  /** Of the attributes as they are stored, in bytes; 0 where nobody asked for them. */
  size: number;
  attributes: KnownContact["attributes"] | null;
}

interface FoundContactRow {
  id: string;
  phone: string;
  name: string | null;
  size: number | string;
  attributes: string | null;
  suppressed: string | null;
}

/**
 * The contacts that have these numbers (E.164), by number, with whether each is suppressed on the channel. `withValues`
 * also brings attributes along, of as many as may be in memory at a time.
 */
export async function contactsByPhone(
  db: Db,
  accountId: string,
  channel: Channel,
  phones: readonly string[],
  withValues = true,
): Promise<Map<string, FoundContact>> {
  const lists = await suppressingLists(db, accountId, channel);
  const source = rowsFrom(
    db,
    "p",
    { phone: "text" },
    phones.map((phone) => ({ phone })),
  );
  const member = anyOf(db, "m.list_id", "uuid", lists).toSQL();
  const suppressed = `(select m.contact_id from list_members m
    where m.account_id = c.account_id and m.contact_id = c.id and ${member.sql} limit 1)`;
  const rows = await rawRows<FoundContactRow>(
    db,
    `select f.*, case when f.size > 0 and f.total - f.size < ${RUN_BYTES} then
         (select t.attributes from contacts t where t.account_id = ? and t.id = f.id) end as attributes
     from (select w.*, sum(w.size) over (order by w.id rows unbounded preceding) as total
       from (select c.id, c.phone, c.name, ${withValues ? ATTRIBUTES_SIZE : "0"} as size,
           ${lists.length === 0 ? "null" : suppressed} as suppressed
         from ${source.sql} ${leftJoinOne(db, "contacts", "c", "c.account_id = ? and c.phone = p.phone")}
         where c.id is not null and c.deleted_at is null) w) f`,
    [accountId, ...(lists.length === 0 ? [] : member.bindings), ...source.bindings, accountId],
  );
  return new Map(
    rows.map(({ attributes, ...row }) => [
      row.phone,
      {
        ...row,
        size: Number(row.size),
        suppressed: row.suppressed !== null,
        attributes: knownSoFar(row, attributes),
      },
    ]),
  );
}

/** The same of a few numbers, to be asked together with other things: their attributes fit into memory in any case. */
export function fewContactsQuestion(
  accountId: string,
  channel: Channel,
  phones: readonly string[],
  withValues: boolean,
): Question<Omit<FoundContactRow, "size">, Map<string, FoundContact>> {
  const lists = suppressingListsQuery(accountId, channel);
  return {
    sql: `select c.id, c.phone, c.name, ${withValues ? "c.attributes" : "'{}'"} as attributes,
        (select m.contact_id from list_members m where m.account_id = c.account_id and m.contact_id = c.id
           and m.list_id in (${lists.sql}) limit 1) as suppressed
      from contacts c
      where c.account_id = ? and c.phone in (${phones.map(() => "?").join(", ")}) and c.deleted_at is null`,
    bindings: [...lists.bindings, accountId, ...phones],
    read: (rows) =>
      new Map(
        rows.map(({ attributes, suppressed, ...row }) => [
          row.phone,
          {
            ...row,
            size: attributes?.length ?? 0,
            suppressed: suppressed !== null,
            attributes: JSON.parse(attributes ?? "{}") as Record<string, string>,
          },
        ]),
      ),
  };
}

/** Nothing is read of those that have none. */
const ATTRIBUTES_SIZE = "case when c.attributes = '{}' then 0 else octet_length(c.attributes) end";

function knownSoFar(
  { size }: Pick<FoundContactRow, "size">,
  attributes: string | null,
): FoundContact["attributes"] {
  if (Number(size) === 0) return NO_ATTRIBUTES;
  return attributes === null ? null : (JSON.parse(attributes) as Record<string, string>);
}

/** Contacts with their attributes, those that were yet to be read included. */
export async function withAttributes(
  db: Db,
  accountId: string,
  contacts: readonly (FoundContact | undefined)[],
): Promise<(KnownContact | undefined)[]> {
  const late = contacts.flatMap((contact) => (contact && contact.attributes === null ? contact.id : []));
  const texts = await textsOf(db, { table: "contacts", accountId, column: "attributes" }, late);
  const read = new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as Record<string, string>]));
  return contacts.map(
    (contact) =>
      contact && { ...contact, attributes: contact.attributes ?? read.get(contact.id) ?? NO_ATTRIBUTES },
  );
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});

/** The contact that has the number (E.164). */
export async function contactIdByPhone(db: Db, accountId: string, phone: string): Promise<string | null> {
  const row = (await db("contacts")
    .where({ account_id: accountId, phone })
    .whereNull("deleted_at")
    .first("id")) as { id: string } | undefined;
  return row?.id ?? null;
}
