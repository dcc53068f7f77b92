import type { Knex } from "knex";
import { foldForSearch, likePattern } from "../text";
import { type Db, dialectOf, rawRows } from "./dialect";
import type { PageRequest } from "./page";

// Names and numbers are found by any part of them: by trigrams, which each database indexes in its own way.

/** Below this many characters there is no trigram to look up. */
const TRIGRAM = 3;
/** Up to this many members, reading all of them costs less than looking up who else holds the text. */
const FEW_MEMBERS = 1_000;
/** Up to this many matches, sorting them costs less on PostgreSQL than going from the newest contact to the older. */
const FEW_MATCHES = 20_000;

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
): Promise<{ ids: string[]; total: number }> {
  const matches = matchesOf(db, scope, text);
  const total = await countMatches(db, scope, text, matches);
  const ids = page.offset < total ? await pageOfMatches(db, matches, total, page) : [];
  return { ids, total };
}

/** The text as the trigram index of SQLite takes it, or null where only LIKE can look for it. */
function phraseFor(db: Db, text: string): string | null {
  const folded = foldForSearch(text);
  if (dialectOf(db) !== "sqlite" || [...folded].length < TRIGRAM) return null;
  return `"${folded.replaceAll('"', '""')}"`;
}

function matchesOf(db: Db, { accountId, list }: SearchScope, text: string): Matches {
  const pattern = likePattern(text);
  const holds = "c.search like ? escape '\\'";
  if (list && list.members <= FEW_MEMBERS) {
    return {
      from: "list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id",
      where: `m.account_id = ? and m.list_id = ? and ${holds}`,
      bindings: [accountId, list.id, pattern],
      newestFirst: "m.contact_id desc",
    };
  }
  // A subquery and no join: PostgreSQL would read the whole list into memory for it.
  const inList = list
    ? `and (select 1 from list_members m
              where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id limit 1) = 1`
    : "";
  const listBindings = list ? [list.id] : [];
  const phrase = phraseFor(db, text);
  if (phrase !== null) {
    return {
      // The order of a cross join is kept: the planner knows nothing about how much a phrase finds.
      from: "contacts_search f cross join contacts c on c.row_id = f.rowid",
      where: `f.contacts_search match ? and c.account_id = ? ${inList}`,
      bindings: [phrase, accountId, ...listBindings],
      // Contacts are inserted with rising ids, so this is their order by id, which the index gives without a sort.
      newestFirst: "f.rowid desc",
    };
  }
  return {
    from: "contacts c",
    where: `c.account_id = ? and c.deleted_at is null and ${holds} ${inList}`,
    bindings: [accountId, pattern, ...listBindings],
    newestFirst: "c.id desc",
  };
}

async function countMatches(db: Db, scope: SearchScope, text: string, matches: Matches): Promise<number> {
  const phrase = phraseFor(db, text);
  // The index alone tells how many there are, but not whose. Deleted contacts are not found by it.
  const counted =
    phrase !== null && !scope.list && (await isAlone(db, scope.accountId))
      ? await rawRows<{ total: number }>(
          db,
          "select count(*) as total from contacts_search where contacts_search match ?",
          [phrase],
        )
      : await rawRows<{ total: number }>(
          db,
          `select count(*) as total from ${matches.from} where ${matches.where}`,
          matches.bindings,
        );
  return Number(counted[0]?.total ?? 0);
}

/** Whether no other account has contacts. */
async function isAlone(db: Db, accountId: string): Promise<boolean> {
  const [row] = await rawRows<{ first: string | null; last: string | null }>(
    db,
    "select (select min(account_id) from contacts) as first, (select max(account_id) from contacts) as last",
  );
  return row?.first === accountId && row.last === accountId;
}

async function pageOfMatches(
  db: Db,
  { from, where, bindings, newestFirst }: Matches,
  total: number,
  { limit, offset }: PageRequest,
): Promise<string[]> {
  // PostgreSQL may walk through a million contacts to find the few that match, unless they are collected first.
  const collect = dialectOf(db) === "postgres" && total <= FEW_MATCHES;
  const rows = await rawRows<{ id: string }>(
    db,
    collect
      ? `with matches as materialized (select c.id from ${from} where ${where})
           select id from matches order by id desc limit ? offset ?`
      : `select c.id from ${from} where ${where} order by ${newestFirst} limit ? offset ?`,
    [...bindings, limit, offset],
  );
  return rows.map(({ id }) => id);
}
