import { MAX_ID, NIL_ID } from "../../platform/ids";
import { type KnownContact, NO_ATTRIBUTES } from "../contact-lists/known-contacts.store";
import { type MessageKind, occupiedListsQuery } from "../contact-lists/suppression.store";
import { anyOf, leftJoinOne } from "../../platform/db/bulk";
import { runQuery } from "../../platform/db/statement-batch";
import { type Db, fitting, rawRows, typedBind } from "../../platform/db/dialect";
import type { Purpose } from "../../messaging/purpose";
import type { Campaign } from "./campaign";
import type { ContactRange } from "./expansion-job";

export interface SnapshotChunk {
  /**
   * Contacts of the chunk, with suppressed contacts marked. With `skipMessaged`, contacts that have a message
   * are absent.
   */
  contacts: KnownContact[];
  /** Id of the last contact read, if more contacts may follow; otherwise null. */
  restAfter: string | null;
}

interface SnapshotRow {
  contact_id: string;
  phone: string | null;
  name: string | null;
  /** Size of the attributes, in bytes. */
  size: number;
  attributes: string | null;
  suppressed: number | null;
}

export interface ExpansionLimits {
  /** Maximum number of contacts read per transaction. */
  chunk: number;
  /** Maximum contacts in a run's first chunk. The chunk is small, so that dispatch starts early. */
  first: number;
  /** Number of chunks planned per transaction. */
  planned: number;
  /** Number of chunks that one process writes concurrently. */
  atOnce: number;
}

/**
 * Returns the chunk sizes for the database. Larger chunks save commits, but use memory and block other work
 * on SQLite. While PostgreSQL writes a chunk, the process prepares the next one.
 */
export const expansionLimits = (db: Db): ExpansionLimits => ({
  chunk: fitting(db, { sqlite: 400, postgres: 3_000 }),
  first: fitting(db, { sqlite: 400, postgres: 1_000 }),
  planned: fitting(db, { sqlite: 40, postgres: 32 }),
  atOnce: fitting(db, { sqlite: 1, postgres: 2 }),
});

/** Size of the attributes at which a read ends, in bytes. */
const MAX_VALUES = 4 * 1024 * 1024;

/**
 * Cuts the list after a contact into up to `count` parts with `size` current members each. Returns the last
 * contact of each part. Former members are not counted, so a part may be larger.
 */
export async function cutSnapshot(
  db: Db,
  { accountId, listId }: Pick<Campaign, "accountId" | "listId">,
  after: string | null,
  size: number,
  count: number,
): Promise<string[]> {
  const uuid = typedBind(db, "uuid");
  const cut = (from: string) =>
    `(select m.contact_id from list_members m where m.account_id = ${uuid} and m.list_id = ${uuid}
        and m.contact_id > ${from} order by m.contact_id limit 1 offset ${size - 1})`;
  const of = [accountId, listId];
  const rows = await rawRows<{ contact_id: string }>(
    db,
    `with recursive cuts(n, contact_id) as (
       select 1, ${cut(uuid)}
       union all
       select n + 1, ${cut("cuts.contact_id")} from cuts where contact_id is not null and n < ${count})
     select contact_id from cuts where contact_id is not null order by contact_id`,
    [...of, after ?? NIL_ID, ...of],
  );
  return rows.map(({ contact_id }) => contact_id);
}

interface ReadOptions {
  limit: number;
  /** Whether to read the values for placeholders too. */
  withValues: boolean;
  skipMessaged: boolean;
}

/**
 * Reads the next chunk of the contacts in a range that were on the list at the campaign's launch. Includes
 * contacts that left the list or were deleted later, except contacts whose number was erased, and contacts
 * that were deleted while on a blacklist other than the provisioned list.
 */
export async function readSnapshot(
  db: Db,
  campaign: Pick<Campaign, "accountId" | "id" | "listId" | "channel" | "snapshot"> & { purpose: Purpose },
  { after, upTo }: ContactRange,
  { limit, withValues, skipMessaged }: ReadOptions,
): Promise<SnapshotChunk> {
  const { accountId, listId, channel, purpose } = campaign;
  const snapshot = campaign.snapshot ?? 0;
  const from = after ?? NIL_ID;
  const to = upTo ?? MAX_ID;
  const suppressed = await suppressedColumn(db, { accountId, channel, purpose });
  // Each select of the union has its own limit. Otherwise PostgreSQL sorts the rest of the list for every
  // chunk.
  const found = `select p.contact_id, c.phone, ${suppressed.sql} as suppressed,
       ${withValues ? "c.name, coalesce(octet_length(c.attributes), 0) as size" : "null as name, 0 as size, null as attributes"}
     from (select * from (select account_id, contact_id from list_members
             where account_id = ? and list_id = ? and contact_id > ? and contact_id <= ? and joined < ?
             order by contact_id limit ?) as present
           union all
           select * from (select account_id, contact_id from former_members
             where account_id = ? and list_id = ? and contact_id > ? and contact_id <= ? and joined < ? and departed > ?
             order by contact_id limit ?) as former
           order by contact_id limit ?) p
     ${leftJoinOne(db, "contacts", "c", "c.account_id = p.account_id and c.id = p.contact_id")}
     order by p.contact_id`;
  const bindings = [
    ...suppressed.bindings,
    ...[accountId, listId, from, to, snapshot, limit],
    ...[accountId, listId, from, to, snapshot, snapshot, limit],
    limit,
  ];
  // The size is limited before the attributes are read, because attributes of thousands of contacts can take
  // hundreds of megabytes.
  const bounded = `select f.*, (select t.attributes from contacts t where t.account_id = ? and t.id = f.contact_id) as attributes
     from (select w.*, sum(w.size) over (order by w.contact_id rows unbounded preceding) - w.size as before
       from (${found}) w) f
     where f.before < ${MAX_VALUES} order by f.contact_id`;
  const rows = withValues
    ? await rawRows<SnapshotRow>(db, bounded, [accountId, ...bindings])
    : await rawRows<SnapshotRow>(db, found, bindings);
  const bytes = rows.reduce((sum, { size }) => sum + size, 0);
  const last = rows.at(-1)?.contact_id;
  if (last === undefined) return { contacts: [], restAfter: null };
  const messaged = skipMessaged ? await messagedContacts(db, campaign, from, last) : null;
  return {
    contacts: rows.filter((row) => row.phone !== null && !messaged?.has(row.contact_id)).map(toContact),
    restAfter: last !== upTo && (rows.length === limit || bytes >= MAX_VALUES) ? last : null,
  };
}

/** Returns which contacts from `after` (exclusive) to `last` have a message of the campaign. */
async function messagedContacts(
  db: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  after: string,
  last: string,
): Promise<Set<string>> {
  // The order forces PostgreSQL to use the one index with this order. For a fast-growing table without
  // statistics, PostgreSQL would otherwise search all of the campaign's messages for each contact.
  const contacts = (await db("messages")
    .where({ account_id: accountId, campaign_id: id })
    .whereNull("parent_message_id")
    .andWhere("contact_id", ">", after)
    .andWhere("contact_id", "<=", last)
    .orderBy("contact_id")
    .pluck("contact_id")) as string[];
  return new Set(contacts);
}

const toContact = (row: SnapshotRow): KnownContact => ({
  id: row.contact_id,
  phone: row.phone ?? "",
  name: row.name,
  attributes:
    row.attributes === null || row.attributes === "{}"
      ? NO_ATTRIBUTES
      : (JSON.parse(row.attributes) as Record<string, string>),
  suppressed: row.suppressed !== null,
});

/** Returns a column that is null unless the contact is on a blacklist for messages of the kind. */
async function suppressedColumn(db: Db, kind: MessageKind): Promise<{ sql: string; bindings: string[] }> {
  const lists = await runQuery(db, occupiedListsQuery(kind));
  if (lists.length === 0) return { sql: "null", bindings: [] };
  const { sql, bindings } = anyOf(db, "m.list_id", "uuid", lists).toSQL();
  return {
    sql: `(select 1 from list_members m where m.account_id = p.account_id and m.contact_id = p.contact_id
             and ${sql} limit 1)`,
    bindings: bindings as string[],
  };
}
