import { searchedText } from "../../platform/search-text";
import { type Binding, type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { type LongRead, nextSize } from "../../platform/db/reads/reads";
import { type Condition, contains } from "../../platform/db/reads/conditions";
import { scan, type Scanned } from "../../platform/db/reads/scan";
import type { Source } from "../../platform/db/reads/source";

/** Minimum number of characters for a search in the trigram index. */
export const TRIGRAM = 3;

/** Returns the phrase that finds the text in the trigram index. */
export const phraseOf = (text: string): string => `"${searchedText(text).replaceAll('"', '""')}"`;

export interface SearchScope {
  accountId: string;
  /** List to which the search is restricted, with its member count. */
  list?: { id: string; members: number };
}

export interface SearchLimits {
  /** Maximum member count for which a search reads all members instead of the trigram index. */
  members: number;
  matches: number;
  /** Maximum number of matches that are checked one by one for membership in a list. */
  checked: number;
  /** Approximate number of matches that SQLite checks per step. */
  step: number;
  /** Maximum offset of a page that PostgreSQL finds by reading contacts until the page is full. */
  shallow: number;
}

/** Returns the error 422 that refuses a search with more matches than the maximum. */
export const tooManyMatches = (read: LongRead, max: number) =>
  read.refusal(`This matches more than ${max} contacts`);

export const contactsOf = (accountId: string): Source => ({
  table: "contacts",
  id: "id",
  scope: { account_id: accountId },
  present: "deleted_at is null",
});

/**
 * Searches contacts on SQLite. The index has the contacts of all accounts. If other accounts have contacts,
 * or for a list, checks each match. Each step checks one span of rows, because SQLite cannot interrupt a
 * statement. The first span is an estimate; each later span adapts to the duration of the previous step.
 */
export async function searchBySlices(
  read: LongRead,
  scope: SearchScope,
  text: string,
  page: PageRequest,
  limits: SearchLimits,
): Promise<Scanned> {
  if ([...searchedText(text)].length < TRIGRAM) return scanContacts(read, scope, text, page);
  const phrase = phraseOf(text);
  const max = scope.list === undefined ? limits.matches : limits.checked;
  const { newest, alone, matches } = await read.step((db) =>
    outline(db, scope.accountId, phrase, limits.matches + 1),
  );
  if (alone && matches > max) throw tooManyMatches(read, max);
  if (alone && scope.list === undefined) {
    const ids = page.offset < matches ? await read.step((db) => newestMatches(db, phrase, page)) : [];
    return { ids, total: matches };
  }
  const found: Scanned = { ids: [], total: 0 };
  const sizes = { ...read.slices, max: newest };
  let span = Math.ceil((newest * limits.step) / Math.max(matches, limits.step));
  let checked = 0;
  for (let last = newest; last > 0 && matches > 0;) {
    const rows = { first: Math.max(1, last - span + 1), last };
    const needed = { limit: page.limit - found.ids.length, offset: Math.max(0, page.offset - found.total) };
    const { took, ...part } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const searched = await searchSpan(db, scope, phrase, rows, needed);
      return { ...searched, took: read.stopwatch() - begun };
    });
    found.total += part.total;
    found.ids.push(...part.ids);
    checked += part.matches;
    if (checked > max) throw tooManyMatches(read, max);
    last -= span;
    span = nextSize(span, took, sizes);
  }
  return found;
}

/**
 * Returns the newest row id, whether no other account has contacts, and the number of matches of all
 * accounts, at most `max`. The index has no deleted contacts.
 */
async function outline(
  db: Db,
  accountId: string,
  phrase: string,
  max: number,
): Promise<{ newest: number; alone: boolean; matches: number }> {
  const [row] = await rawRows<{
    newest: number | null;
    first: string | null;
    last: string | null;
    matches: number;
  }>(
    db,
    `select (select max(row_id) from contacts) as newest, (select min(account_id) from contacts) as first,
       (select max(account_id) from contacts) as last,
       (select count(*) from (select 1 from contacts_search where contacts_search match ? limit ?)) as matches`,
    [phrase, max],
  );
  return {
    newest: row?.newest ?? 0,
    alone: row?.first === accountId && row.last === accountId,
    matches: row?.matches ?? 0,
  };
}

/** Returns the ids of a page of the matches of all accounts, newest first: ids rise with row ids. */
async function newestMatches(db: Db, phrase: string, { limit, offset }: PageRequest): Promise<string[]> {
  const rows = await rawRows<{ id: string }>(
    db,
    `select c.id from (select rowid from contacts_search where contacts_search match ?
         order by rowid desc limit ? offset ?) f
       cross join contacts c on c.row_id = f.rowid order by f.rowid desc`,
    [phrase, limit, offset],
  );
  return rows.map(({ id }) => id);
}

async function searchSpan(
  db: Db,
  { accountId, list }: SearchScope,
  phrase: string,
  rows: { first: number; last: number },
  { limit, offset }: PageRequest,
): Promise<Scanned & { matches: number }> {
  const isMember = `exists (select 1 from list_members m
    where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id)`;
  // SQLite does not reorder a cross join. Its planner cannot estimate the matches of a phrase.
  const matching = `from contacts_search f cross join contacts c on c.row_id = f.rowid
    where f.contacts_search match ? and f.rowid between ? and ? and c.account_id = ?`;
  const bindings: Binding[] = [phrase, rows.first, rows.last, accountId];
  const listBindings: Binding[] = list ? [list.id] : [];
  const total = list ? `coalesce(sum(${isMember}), 0)` : "count(*)";
  const [counted] = await rawRows<{ matches: number; total: number }>(
    db,
    `select count(*) as matches, ${total} as total ${matching}`,
    [...listBindings, ...bindings],
  );
  const found = { matches: counted?.matches ?? 0, total: counted?.total ?? 0 };
  if (limit === 0 || found.total <= offset) return { ...found, ids: [] };
  // Ids rise with row ids, so this order needs no sort.
  const sql = `select c.id ${matching} ${list ? `and ${isMember}` : ""} order by f.rowid desc limit ? offset ?`;
  const ids = await rawRows<{ id: string }>(db, sql, [...bindings, ...listBindings, limit, offset]);
  return { ...found, ids: ids.map(({ id }) => id) };
}

function scanContacts(
  read: LongRead,
  { accountId, list }: SearchScope,
  text: string,
  page: PageRequest,
): Promise<Scanned> {
  const member = list ? [isMemberOf(accountId, list.id)] : [];
  return scan(read, contactsOf(accountId), [contains("search", text), ...member], page);
}

export const isMemberOf = (accountId: string, listId: string): Condition => ({
  columns: ["id"],
  // PostgreSQL never joins a scalar subquery, but would join the whole list if this were `exists`.
  sql: (db) =>
    db.raw(
      `(select 1 from list_members m where m.account_id = ? and m.list_id = ? and m.contact_id = id limit 1) = 1`,
      [accountId, listId],
    ),
});
