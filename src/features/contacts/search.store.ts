import type { Knex } from "knex";
import { likePattern } from "../../platform/search-text";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { LongRead } from "../../platform/db/reads/reads";
import type { Scanned } from "../../platform/db/reads/scan";
import { searchBySlices, type SearchScope } from "./search-sqlite.store";

export { contactsOf } from "./search-sqlite.store";

// Searches find any part of a name or number. Each database has its own trigram index.

export interface Few {
  /** Maximum member count for which a search reads all members instead of the trigram index. */
  members: number;
  /** Maximum number of matches that PostgreSQL collects, counts and sorts in one statement. */
  matches: number;
}

const FEW: Few = { members: 1_000, matches: 20_000 };

/**
 * Parts of a select for the matching contacts. `newestFirst` orders by descending id, on the column that the
 * database can read in this order.
 */
interface Matches {
  from: string;
  where: string;
  bindings: Knex.RawBinding[];
  newestFirst: string;
}

/**
 * Returns a page of the ids of contacts whose name or number contains the text, newest first. Ignores case
 * and diacritics. Throws 400 for a text without searchable characters.
 */
export async function searchContacts(
  read: LongRead,
  scope: SearchScope,
  text: string,
  page: PageRequest,
  few?: Few,
): Promise<Scanned> {
  const { members, matches } = few ?? FEW;
  if (scope.list !== undefined && scope.list.members <= members) {
    return read.step((db) => collect(db, matchesAmong(scope, text), page));
  }
  if (read.dialect === "sqlite") return searchBySlices(read, scope, text, page);
  const some = await read.step((db) => collectFew(db, matchesOf(scope, text, "few"), page, matches));
  if (some !== null) return some;
  const many = matchesOf(scope, text, "many");
  const total = await read.step((db) => countMany(db, many));
  const ids = page.offset < total ? await read.step((db) => pageOfMany(db, many, page)) : [];
  return { ids, total };
}

function matchesAmong({ accountId, list }: SearchScope, text: string): Matches {
  return {
    from: "list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id",
    where: "m.account_id = ? and m.list_id = ? and c.search like ? escape '\\'",
    bindings: [accountId, list?.id ?? null, likePattern(text)],
    newestFirst: "m.contact_id desc",
  };
}

/** Returns a select that uses PostgreSQL's trigram index. */
function matchesOf({ accountId, list }: SearchScope, text: string, expected: "few" | "many"): Matches {
  const membership =
    "select 1 from list_members m where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id";
  // For few matches, `limit 1` prevents a join, for which PostgreSQL would read the whole list.
  const inList = expected === "few" ? `and (${membership} limit 1) = 1` : `and exists (${membership})`;
  const [andInList, listBindings] = list ? [inList, [list.id]] : ["", []];
  return {
    from: "contacts c",
    where: `c.account_id = ? and c.deleted_at is null and c.search like ? escape '\\' ${andInList}`,
    bindings: [accountId, likePattern(text), ...listBindings],
    newestFirst: "c.id desc",
  };
}

/** Returns the page and the total, or null if there are more than `few` matches. */
async function collectFew(db: Db, matches: Matches, page: PageRequest, few: number): Promise<Scanned | null> {
  const found = await collect(db, matches, page, few + 1);
  return found.total > few ? null : found;
}

/** Returns the page and the total of at most `max` matches, in one statement. */
async function collect(
  db: Db,
  { from, where, bindings }: Matches,
  { limit, offset }: PageRequest,
  max?: number,
): Promise<Scanned> {
  // The total is a separate row, so that an empty page also has a total.
  const rows = await rawRows<{ id: string | null; total: number }>(
    db,
    `with matches as materialized (select c.id from ${from} where ${where} ${max === undefined ? "" : "limit ?"})
       select page.id, counted.total from (select count(*) as total from matches) counted
         left join (select id from matches order by id desc limit ? offset ?) page on true
         order by page.id desc`,
    [...bindings, ...(max === undefined ? [] : [max]), limit, offset],
  );
  const total = Number(rows[0]?.total ?? 0);
  return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total };
}

async function countMany(db: Db, { from, where, bindings }: Matches): Promise<number> {
  const sql = `select count(*) as total from ${from} where ${where}`;
  const [counted] = await rawRows<{ total: number }>(db, sql, bindings);
  return Number(counted?.total ?? 0);
}

async function pageOfMany(
  db: Db,
  { from, where, bindings, newestFirst }: Matches,
  { limit, offset }: PageRequest,
): Promise<string[]> {
  const rows = await rawRows<{ id: string }>(
    db,
    `select c.id from ${from} where ${where} order by ${newestFirst} limit ? offset ?`,
    [...bindings, limit, offset],
  );
  return rows.map(({ id }) => id);
}
