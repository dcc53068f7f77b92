import type { Channel } from "../../messaging/channel";
import { anyOf, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import { joinFirst } from "../../platform/db/first-of-each";
import { RUN_BYTES, textsOf } from "../../platform/db/chunk-by-size";
import type { Question } from "../../platform/db/statement-batch";
import { BY_PHONE, suppressingLists, suppressingListsQuery } from "./suppression.store";

/** What is known of a number that a message is for. */
export interface KnownContact {
  id: string;
  name: string | null;
  phone: string;
  attributes: Readonly<Record<string, string>>;
  suppressed: boolean;
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
         from ${source.sql} ${joinFirst(db, "c", [BY_PHONE], { limit: "1" })}
         where c.deleted_at is null) w) f`,
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
