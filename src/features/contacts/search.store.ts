import { likePattern } from "../../platform/search-text";
import type { Statement } from "../../platform/db/bulk";
import { type Binding, type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { LongRead } from "../../platform/db/reads/reads";
import type { Scanned } from "../../platform/db/reads/scan";
import { searchBySlices, type SearchLimits, type SearchScope, tooManyMatches } from "./search-sqlite.store";

export { contactsOf, isMemberOf, type SearchScope } from "./search-sqlite.store";

// Searches find any part of a name or number. Each database has its own trigram index.

/** Limits with which a search of a million contacts takes a few hundred milliseconds. */
export const LIMITS: SearchLimits = {
  members: 5_000,
  matches: 200_000,
  checked: 20_000,
  step: 10_000,
  shallow: 1_000,
};

/** Number of newest contacts that are sampled to find out whether a text is frequent. */
const SAMPLE = 1_000;

/** Number of matches in the sample at which a text counts as frequent. */
const FREQUENT = 20;

/**
 * Returns a page of the ids of contacts whose name or number contains the text, newest first. Ignores case
 * and diacritics. Throws 400 for a text without searchable characters, and 422 for one with too many matches.
 */
export async function searchContacts(
  read: LongRead,
  scope: SearchScope,
  text: string,
  page: PageRequest,
  limits = LIMITS,
): Promise<Scanned> {
  const { accountId, list } = scope;
  if (list !== undefined && list.members <= limits.members) {
    const { found } = await read.step((db) => collect(db, matchesAmong(accountId, list.id, text), page));
    return found;
  }
  if (read.dialect === "sqlite") return searchBySlices(read, scope, text, page, limits);
  if (
    list === undefined &&
    page.offset <= limits.shallow &&
    (await read.step((db) => isFrequent(db, accountId, text)))
  ) {
    return countAndRead(read, accountId, text, page, limits);
  }
  const max = list === undefined ? limits.matches : limits.checked;
  const candidates = matchesOf(accountId, text, max + 1);
  const { found, matches } = await read.step((db) => collect(db, candidates, page, scope));
  if (matches > max) throw tooManyMatches(read, max);
  return found;
}

/**
 * Counts the matches, and reads the newest contacts until the page is full. A frequent text fills the page
 * after few contacts.
 */
async function countAndRead(
  read: LongRead,
  accountId: string,
  text: string,
  page: PageRequest,
  { matches: max }: SearchLimits,
): Promise<Scanned> {
  const { sql, bindings } = matchesOf(accountId, text, max + 1);
  const total = await read.step(async (db) => {
    const counting = `select count(*) as total from (${sql}) as matches`;
    const [counted] = await rawRows<{ total: number }>(db, counting, bindings);
    return counted?.total ?? 0;
  });
  if (total > max) throw tooManyMatches(read, max);
  if (page.offset >= total) return { ids: [], total };
  return { ids: await read.step((db) => newestMatches(db, accountId, text, page)), total };
}

const MATCHING = "c.account_id = ? and c.deleted_at is null and c.search like ? escape '\\'";

/** Returns the select of at most `max` matches `c`, for which PostgreSQL uses the trigram index. */
export const matchesOf = (
  accountId: string,
  text: string,
  max: number,
  columns: Statement = { sql: "c.id", bindings: [] },
): Statement => ({
  sql: `select ${columns.sql} from contacts c where ${MATCHING} limit ?`,
  bindings: [...columns.bindings, accountId, likePattern(text), max],
});

const matchesAmong = (accountId: string, listId: string, text: string): Statement => ({
  sql: `select c.id from list_members m join contacts c on c.account_id = m.account_id and c.id = m.contact_id
    where m.account_id = ? and m.list_id = ? and c.search like ? escape '\\'`,
  bindings: [accountId, listId, likePattern(text)],
});

/**
 * Returns the page, its total and the number of matches, in one statement. With a list in `scope`, the page
 * and its total include only members of the list.
 */
async function collect(
  db: Db,
  { sql, bindings }: Statement,
  { limit, offset }: PageRequest,
  scope?: SearchScope,
): Promise<{ found: Scanned; matches: number }> {
  // PostgreSQL never joins a scalar subquery, but would join the whole list if this were `exists`.
  const listed = `select id from matches where
    (select 1 from list_members m where m.account_id = ? and m.list_id = ? and m.contact_id = matches.id limit 1) = 1`;
  const [found, listBindings]: [string, Binding[]] = scope?.list
    ? [listed, [scope.accountId, scope.list.id]]
    : ["select id from matches", []];
  // The total is a separate row, so that an empty page also has a total.
  const rows = await rawRows<{ id: string | null; total: number; matches: number }>(
    db,
    `with matches as materialized (${sql}), found as materialized (${found})
       select page.id, counted.total, counted.matches
         from (select (select count(*) from found) as total, (select count(*) from matches) as matches) counted
         left join (select id from found order by id desc limit ? offset ?) page on true
         order by page.id desc`,
    [...bindings, ...listBindings, limit, offset],
  );
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  return { found: { ids, total: rows[0]?.total ?? 0 }, matches: rows[0]?.matches ?? 0 };
}

async function isFrequent(db: Db, accountId: string, text: string): Promise<boolean> {
  const [row] = await rawRows<{ matches: number }>(
    db,
    `select count(*) as matches from (select search from contacts where account_id = ? and deleted_at is null
       order by id desc limit ?) as newest where search like ? escape '\\'`,
    [accountId, SAMPLE, likePattern(text)],
  );
  return (row?.matches ?? 0) >= FREQUENT;
}

async function newestMatches(
  db: Db,
  accountId: string,
  text: string,
  { limit, offset }: PageRequest,
): Promise<string[]> {
  const rows = await rawRows<{ id: string }>(
    db,
    `select c.id from contacts c where ${MATCHING} order by c.id desc limit ? offset ?`,
    [accountId, likePattern(text), limit, offset],
  );
  return rows.map(({ id }) => id);
}
