import { rowsFrom } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import { CHUNK_BYTES, textsOf } from "../../platform/db/chunk-by-size";
import { type Query, runQuery } from "../../platform/db/statement-batch";
import { BY_PHONE, type MessageKind, suppressingListsQuery } from "./suppression.store";

/** The contact of a message's recipient. */
export interface KnownContact {
  id: string;
  name: string | null;
  phone: string;
  attributes: Readonly<Record<string, string>>;
  suppressed: boolean;
}

/** A contact whose attributes may not have been read yet. */
export interface FoundContact extends Omit<KnownContact, "attributes"> {
  /** Size of the stored attributes, in bytes; 0 if they were not requested. */
  size: number;
  attributes: KnownContact["attributes"] | null;
}

interface FoundContactRow {
  id: string;
  phone: string;
  name: string | null;
  size: number;
  attributes: string | null;
  suppressed: string | null;
}

/**
 * Returns the query for the contacts with these numbers (E.164), and for their suppression by blacklists.
 * `withValues` adds the attributes of contacts until their size reaches `CHUNK_BYTES`.
 */
export function contactsQuery(
  db: Db,
  kind: MessageKind,
  phones: readonly string[],
  withValues: boolean,
): Query<FoundContactRow, Map<string, FoundContact>> {
  const { accountId } = kind;
  const lists = suppressingListsQuery(kind);
  const numbers = phones.map((phone) => ({ phone }));
  const source = rowsFrom(db, "p", { phone: "text" }, numbers);
  const size = withValues ? `${ATTRIBUTES_SIZE} as size` : "0 as size, null as attributes";
  const found = `select c.id, c.phone, c.name, ${size},
      (select m.contact_id from list_members m where m.account_id = c.account_id and m.contact_id = c.id
         and m.list_id in (${lists.sql}) limit 1) as suppressed
    from ${source.sql} ${joinFirst(db, "c", [BY_PHONE], { limit: "1" })} where c.deleted_at is null`;
  const bindings = [...lists.bindings, ...source.bindings, accountId];
  const read = (rows: FoundContactRow[]) =>
    new Map(rows.map((row): [string, FoundContact] => [row.phone, toFoundContact(row)]));
  if (!withValues) return { sql: found, bindings, read };
  return {
    sql: `select f.*, case when f.size > 0 and f.total - f.size < ${CHUNK_BYTES} then
         (select t.attributes from contacts t where t.account_id = ? and t.id = f.id) end as attributes
       from (select w.*, sum(w.size) over (order by w.id rows unbounded preceding) as total from (${found}) w) f`,
    bindings: [accountId, ...bindings],
    read,
  };
}

const toFoundContact = ({ size, attributes, suppressed, ...row }: FoundContactRow): FoundContact => ({
  id: row.id,
  phone: row.phone,
  name: row.name,
  size,
  suppressed: suppressed !== null,
  attributes: knownSoFar({ size }, attributes),
});

export const contactsByPhone = (
  db: Db,
  kind: MessageKind,
  phones: readonly string[],
): Promise<Map<string, FoundContact>> => runQuery(db, contactsQuery(db, kind, phones, true));

/** Size of the stored attributes in bytes; 0 for empty attributes, which need not be read. */
const ATTRIBUTES_SIZE = "case when c.attributes = '{}' then 0 else octet_length(c.attributes) end";

function knownSoFar(
  { size }: Pick<FoundContactRow, "size">,
  attributes: string | null,
): FoundContact["attributes"] {
  if (size === 0) return NO_ATTRIBUTES;
  return attributes === null ? null : (JSON.parse(attributes) as Record<string, string>);
}

/** Returns the contacts with their attributes. Reads the attributes that `contactsQuery` left out. */
export async function withAttributes(
  db: Db,
  accountId: string,
  contacts: readonly (FoundContact | undefined)[],
): Promise<(KnownContact | undefined)[]> {
  const late = contacts.flatMap((contact) => (contact && contact.attributes === null ? contact.id : []));
  const texts = await textsOf(db, { table: "contacts", accountId, column: "attributes" }, late);
  const read = new Map(
    [...texts].map(([id, text]) => [id, JSON.parse(text ?? "{}") as Record<string, string>]),
  );
  return contacts.map(
    (contact) =>
      contact && { ...contact, attributes: contact.attributes ?? read.get(contact.id) ?? NO_ATTRIBUTES },
  );
}

export const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({});
