import type { Knex } from "knex";
import { searchedText } from "../../platform/search-text";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import type { LongRead } from "../../platform/db/reads/reads";
import { holds, scan, type Scanned, type Source } from "../../platform/db/reads/scan";
import { nextSize } from "../../platform/db/reads/slices";

/** Minimum number of characters for a search in the trigram index. */
const TRIGRAM = 3;

/** Ratio of the rows per index lookup to the rows per step of a scan. */
const SPAN = 20;

export interface SearchScope {
  accountId: string;
  /** List to which the search is restricted, with its member count. */
  list?: { id: string; members: number };
}

export interface SearchLimits {
  /** Maximum member count for which a search reads all members instead of the trigram index. */
  members: number;
  /** Maximum number of matches. */
  matches: number;
  /** Maximum number of matches of which each is checked for being in a list. */
  checked: number;
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
 * Searches contacts on SQLite. A lookup of one phrase may take seconds and SQLite cannot interrupt it, so the
 * search covers one span of rows per step.
 */
export async function searchBySlices(
  read: LongRead,
  scope: SearchScope,
  text: string,
  page: PageRequest,
  limits: SearchLimits,
): Promise<Scanned> {
  const folded = searchedText(text);
  if ([...folded].length < TRIGRAM) return scanContacts(read, scope, text, page);
  const phrase = `"${folded.replaceAll('"', '""')}"`;
  const { newest, alone } = await read.step((db) => outline(db, scope.accountId));
  const found: Scanned = { ids: [], total: 0 };
  const max = scope.list === undefined ? limits.matches : limits.checked;
  let matches = 0;
  const spans = { ...read.slices, first: SPAN * read.slices.first, max: SPAN * read.slices.max };
  let [last, span] = [newest, spans.first];
  while (last > 0) {
    const rows = { first: Math.max(1, last - span + 1), last };
    const needed = { limit: page.limit - found.ids.length, offset: Math.max(0, page.offset - found.total) };
    const part = await read.step(async (db) => {
      const begun = read.stopwatch();
      const counted = await searchSpan(db, scope, phrase, rows, needed, alone);
      return { ...counted, took: read.stopwatch() - begun };
    });
    found.total += part.total;
    found.ids.push(...part.ids);
    matches += part.matches;
    if (matches > max) throw tooManyMatches(read, max);
    last = rows.first - 1;
    span = nextSize(span, part.took, spans);
  }
  return found;
}

/** Returns the newest row id, and whether no other account has contacts. */
async function outline(db: Db, accountId: string): Promise<{ newest: number; alone: boolean }> {
  const [row] = await rawRows<{ newest: number | null; first: string | null; last: string | null }>(
    db,
    `select (select max(row_id) from contacts) as newest, (select min(account_id) from contacts) as first,
       (select max(account_id) from contacts) as last`,
  );
  return { newest: row?.newest ?? 0, alone: row?.first === accountId && row.last === accountId };
}

async function searchSpan(
  db: Db,
  { accountId, list }: SearchScope,
  phrase: string,
  rows: { first: number; last: number },
  { limit, offset }: PageRequest,
  alone: boolean,
): Promise<Scanned & { matches: number }> {
  const membership = `exists (select 1 from list_members m
    where m.account_id = c.account_id and m.list_id = ? and m.contact_id = c.id)`;
  // SQLite does not reorder a cross join. Its planner cannot estimate the matches of a phrase.
  const matching = `from contacts_search f cross join contacts c on c.row_id = f.rowid
    where f.contacts_search match ? and f.rowid between ? and ? and c.account_id = ?`;
  const bindings: Knex.RawBinding[] = [phrase, rows.first, rows.last, accountId];
  const listBindings: Knex.RawBinding[] = list ? [list.id] : [];
  // If only this account has contacts, the index alone gives the total. It has no deleted contacts.
  const [counting, countBindings] =
    alone && !list
      ? ["from contacts_search where contacts_search match ? and rowid between ? and ?", bindings.slice(0, 3)]
      : [matching, bindings];
  const counted = await rawRows<{ matches: number; total: number }>(
    db,
    `select count(*) as matches, ${list ? `coalesce(sum(${membership}), 0)` : "count(*)"} as total ${counting}`,
    [...listBindings, ...countBindings],
  );
  const { matches = 0, total = 0 } = counted[0] ?? {};
  if (limit === 0 || total <= offset) return { matches, total, ids: [] };
  // Ids rise with row ids, so this order needs no sort.
  const andInList = list ? `and ${membership}` : "";
  const sql = `select c.id ${matching} ${andInList} order by f.rowid desc limit ? offset ?`;
  const found = await rawRows<{ id: string }>(db, sql, [...bindings, ...listBindings, limit, offset]);
  return { matches, total, ids: found.map(({ id }) => id) };
}

function scanContacts(
  read: LongRead,
  { accountId, list }: SearchScope,
  text: string,
  page: PageRequest,
): Promise<Scanned> {
  const isMember = {
    column: "id",
    sql: (db: Db) =>
      db.raw(
        `exists (select 1 from list_members m where m.account_id = contacts.account_id
           and m.list_id = ? and m.contact_id = contacts.id)`,
        [list?.id ?? null],
      ),
  };
  return scan(read, contactsOf(accountId), [holds("search", text), ...(list ? [isMember] : [])], page);
}
