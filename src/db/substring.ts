import type { Knex } from "knex";
import { foldForSearch, likePattern } from "../text";
import { type Db, type Dialect, dialectOf, rawRows } from "./dialect";
import type { PageRequest } from "./page";

// Names and numbers are found by any part of them: by trigrams, which each database indexes in its own way.

/** Below this many characters there is no trigram to look up. */
const TRIGRAM = 3;
/** What counts as few, where few and many are gone about in different ways. */
export interface Few {
  /** Reading all of so many members costs less than looking up who else holds the text. */
  members: number;
  /** So many matches are collected, counted and sorted in one go. */
  matches: number;
}

const FEW: Readonly<Record<Dialect, Few>> = {
  sqlite: { members: 1_000, matches: 2_000 },
  postgres: { members: 1_000, matches: 20_000 },
};

export interface SearchScope {
  accountId: string;
  /** Only members of this list, which has so many. */
  list?: { id: string; members: number };
}

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
  db: Db,
  scope: SearchScope,
  text: string,
  page: PageRequest,
  few: Few = FEW[dialectOf(db)],
): Promise<{ ids: string[]; total: number }> {
  const members = scope.list !== undefined && scope.list.members <= few.members;
  const expected = members ? matchesAmong(scope, text) : matchesOf(db, scope, text, "few");
  const all = await collectFew(db, expected, page, few.matches);
  if (all !== null) return all;
  const many = matchesOf(db, scope, text, "many");
  const total = await countMany(db, scope, text, many);
  const ids = page.offset < total ? await pageOfMany(db, many, page) : [];
  return { ids, total };
}

/** The text as the trigram index of SQLite takes it, or null where only LIKE can look for it. */
function phraseFor(db: Db, text: string): string | null {
  const folded = foldForSearch(text);
  if (dialectOf(db) !== "sqlite" || [...folded].length < TRIGRAM) return null;
  return `"${folded.replaceAll('"', '""')}"`;
}

const HOLDS = "c.search like ? escape '\\'";

/** Reads every member of the list. */
function matchesAmong({ accountId, list }: SearchScope, text: string): Matches {
  return {
    from: "list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id",
    where: `m.account_id = ? and m.list_id = ? and ${HOLDS}`,
    bindings: [accountId, list?.id ?? null, likePattern(text)],
    newestFirst: "m.contact_id desc",
  };
}

/** Goes by the trigram index. */
function matchesOf(
  db: Db,
  { accountId, list }: SearchScope,
  text: string,
  expected: "few" | "many",
): Matches {
  const pattern = likePattern(text);
  const membership =
    "select 1 from list_members m where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id";
  // For few matches a subquery that cannot become a join: PostgreSQL would read the whole list into memory for it.
  const inList = expected === "few" ? `and (${membership} limit 1) = 1` : `and exists (${membership})`;
  const [andInList, listBindings] = list ? [inList, [list.id]] : ["", []];
  const phrase = phraseFor(db, text);
  if (phrase !== null) {
    return {
      // The order of a cross join is kept: the planner knows nothing about how much a phrase finds.
      from: "contacts_search f cross join contacts c on c.row_id = f.rowid",
      where: `f.contacts_search match ? and c.account_id = ? ${andInList}`,
      bindings: [phrase, accountId, ...listBindings],
      // Contacts are inserted with rising ids, so this is their order by id, which the index gives without a sort.
      newestFirst: "f.rowid desc",
    };
  }
  return {
    from: "contacts c",
    where: `c.account_id = ? and c.deleted_at is null and ${HOLDS} ${andInList}`,
    bindings: [accountId, pattern, ...listBindings],
    newestFirst: "c.id desc",
  };
}

/** The page and the total where the matches are few, else null. Never a walk through all contacts to find them. */
async function collectFew(
  db: Db,
  { from, where, bindings }: Matches,
  { limit, offset }: PageRequest,
  few: number,
): Promise<{ ids: string[]; total: number } | null> {
  // The total comes in a row of its own, which is there even if the page is empty.
  const rows = await rawRows<{ id: string | null; total: number }>(
    db,
    `with matches as materialized (select c.id from ${from} where ${where} limit ?)
       select page.id, counted.total from (select count(*) as total from matches) counted
         left join (select id from matches order by id desc limit ? offset ?) page on true
         order by page.id desc`,
    [...bindings, few + 1, limit, offset],
  );
  const total = Number(rows[0]?.total ?? 0);
  if (total > few) return null;
  return { ids: rows.flatMap(({ id }) => (id === null ? [] : [id])), total };
}

async function countMany(db: Db, scope: SearchScope, text: string, matches: Matches): Promise<number> {
  const phrase = phraseFor(db, text);
  // The index alone tells how many there are, but not whose. Deleted contacts are not found by it.
  const alone = phrase !== null && !scope.list && (await isAlone(db, scope.accountId));
  const [counted] = await rawRows<{ total: number }>(
    db,
    alone
      ? "select count(*) as total from contacts_search where contacts_search match ?"
      : `select count(*) as total from ${matches.from} where ${matches.where}`,
    alone ? [phrase] : matches.bindings,
  );
  return Number(counted?.total ?? 0);
}

/** Whether no other account has contacts. */
async function isAlone(db: Db, accountId: string): Promise<boolean> {
  const [row] = await rawRows<{ first: string | null; last: string | null }>(
    db,
    "select (select min(account_id) from contacts) as first, (select max(account_id) from contacts) as last",
  );
  return row?.first === accountId && row.last === accountId;
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
