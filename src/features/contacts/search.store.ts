import type { Knex } from "knex";
import { likePattern } from "../../platform/search-text";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { LongRead } from "../../platform/db/reads/reads";
import type { Scanned } from "../../platform/db/reads/scan";
import { searchBySlices, type SearchScope } from "./search-sqlite.store";

export { contactsOf } from "./search-sqlite.store";

// Names and numbers are found by any part of them: by trigrams, which each database indexes in its own way.

/** What counts as few, where few and many are gone about in different ways. */
export interface Few {
  /** Reading all of so many members costs less than looking up who else holds the text. */
  members: number;
  /** So many matches are collected, counted and sorted in one go on PostgreSQL. */
  matches: number;
}

const FEW: Few = { members: 1_000, matches: 20_000 };

/** The matches as the parts of a select, and the order in which they come newest first at the least cost. */
interface Matches {
  from: string;
  where: string;
  bindings: Knex.RawBinding[];
  newestFirst: string;
}

/**
 * The contacts whose name or number holds the text anywhere, ignoring case and diacritics: a page of their ids, newest
 * first, and how many they are. 400 for a text that folds to nothing.
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

/** Reads every member of the list. */
function matchesAmong({ accountId, list }: SearchScope, text: string): Matches {
  return {
    from: "list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id",
    where: "m.account_id = ? and m.list_id = ? and c.search like ? escape '\\'",
    bindings: [accountId, list?.id ?? null, likePattern(text)],
    newestFirst: "m.contact_id desc",
  };
}

/** Goes by PostgreSQL's index of trigrams, where there is one. */
function matchesOf({ accountId, list }: SearchScope, text: string, expected: "few" | "many"): Matches {
  const membership =
    "select 1 from list_members m where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id";
  // For few matches a subquery that cannot become a join: PostgreSQL would read the whole list into memory for it.
  const inList = expected === "few" ? `and (${membership} limit 1) = 1` : `and exists (${membership})`;
  const [andInList, listBindings] = list ? [inList, [list.id]] : ["", []];
  return {
    from: "contacts c",
    where: `c.account_id = ? and c.deleted_at is null and c.search like ? escape '\\' ${andInList}`,
    bindings: [accountId, likePattern(text), ...listBindings],
    newestFirst: "c.id desc",
  };
}

/** The page and the total where the matches are few, else null. Never a walk through all contacts to find them. */
async function collectFew(db: Db, matches: Matches, page: PageRequest, few: number): Promise<Scanned | null> {
  const found = await collect(db, matches, page, few + 1);
  return found.total > few ? null : found;
}

/** The page and the total at once, of at most so many matches. */
async function collect(
  db: Db,
  { from, where, bindings }: Matches,
  { limit, offset }: PageRequest,
  most?: number,
): Promise<Scanned> {
  // The total comes in a row of its own, which is there even if the page is empty.
  const rows = await rawRows<{ id: string | null; total: number }>(
    db,
    `with matches as materialized (select c.id from ${from} where ${where} ${most === undefined ? "" : "limit ?"})
       select page.id, counted.total from (select count(*) as total from matches) counted
         left join (select id from matches order by id desc limit ? offset ?) page on true
         order by page.id desc`,
    [...bindings, ...(most === undefined ? [] : [most]), limit, offset],
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
