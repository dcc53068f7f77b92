import type { Knex } from "knex";
import { searchedText } from "../../search-text";
import { anyOf, type ColumnType } from "../bulk";
import { type Db, dialectOf, positionFunction } from "../dialect";
import type { PageRequest } from "../page";
import type { LongRead, Reading } from "./reads";
import { nextSize } from "./slices";

/** Rows of one account, newest first, read from an index without sorting. */
export interface Source {
  table: string;
  /** Id column. Ids rise with time. */
  id: string;
  /** Values of the columns before the id in the index. */
  scope: Readonly<Record<string, string>>;
  /** Further column before the id in the index, with several accepted values. */
  anyOf?: { column: string; values: readonly string[] };
  /** Inclusive bounds of the id. */
  from?: string;
  to?: string;
  /** Condition of the partial index that the query uses. */
  present?: string;
  /** Receives the number of rows of each slice that conditions examined. May throw to end the scan. */
  examined?: (rows: number) => void;
}

export interface Condition {
  column: string;
  sql: (db: Db) => Knex.Raw;
}

export interface Scanned {
  ids: string[];
  total: number;
}

/** Maximum values that are read as separate index ranges. Further values are checked row by row. */
export const MAX_RUNS = 10;

/**
 * Returns a page of the ids that pass the filter, and their total. Reads slice by slice, so each step is
 * short whatever the filter matches. Reads to the end unless the total is known.
 */
export async function scan(
  read: LongRead,
  source: Source,
  filter: readonly Condition[],
  page: PageRequest,
  knownTotal?: number,
): Promise<Scanned> {
  const progress = begin(read);
  const enough = () =>
    knownTotal !== undefined && (progress.ids.length === page.limit || page.offset >= knownTotal);
  await advance(read, source, filter, page, progress, enough);
  return { ids: progress.ids, total: knownTotal ?? progress.passed };
}

/** Returns whether the source has more than `max` rows. Counts index entries and stops after `max`. */
export async function hasMoreThan(read: LongRead, source: Source, max: number): Promise<boolean> {
  const { id } = source;
  let left = max;
  for (const run of runsOf(source)) {
    left -= await read.step((db) => {
      const entries = rows(db, run, null).select(id).orderBy(id, "desc");
      return counted(db, db.from(entries.limit(left + 1).as("entries")), []);
    });
    if (left < 0) return true;
  }
  return false;
}

/** Inclusive bounds of ids. */
export type IdRange = Pick<Source, "from" | "to">;

/**
 * Returns a page of the ids in the ranges that pass the filter. The ranges are disjoint, newest first. Stops
 * when the page is full.
 */
export async function scanRanges(
  read: LongRead,
  source: Source,
  ranges: readonly IdRange[],
  filter: readonly Condition[],
  page: PageRequest,
): Promise<string[]> {
  const progress = begin(read);
  const enough = () => progress.ids.length >= page.limit;
  for (const { from, to } of ranges) {
    await advance(read, { ...source, from, to }, filter, page, progress, enough);
  }
  return progress.ids;
}

interface Progress {
  ids: string[];
  /** Number of rows so far that pass the filter. */
  passed: number;
  /** Rows of the next slice. */
  size: number;
}

const begin = ({ slices }: LongRead): Progress => ({ ids: [], passed: 0, size: slices.first });

/** Number of index entries that take as long as one row. */
const ENTRIES = 5;

/** Reads slices of the source, newest first, until its end or until there is enough. */
async function advance(
  read: LongRead,
  source: Source,
  filter: readonly Condition[],
  page: PageRequest,
  progress: Progress,
  enough: () => boolean,
): Promise<void> {
  const { slices } = read;
  const sizes = filter.length === 0 ? { ...slices, max: ENTRIES * slices.max } : slices;
  let before: string | null = null;
  while (!enough()) {
    const slice: Slice = { before, size: progress.size };
    const { passed, last, found, took } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const needed = {
        skip: Math.max(0, page.offset - progress.passed),
        take: page.limit - progress.ids.length,
      };
      const part = await readSlice(db, source, filter, slice, needed);
      return { ...part, took: read.stopwatch() - begun };
    });
    if (filter.length > 0 && last !== null) source.examined?.(slice.size);
    progress.ids.push(...found);
    progress.passed += passed;
    progress.size = nextSize(progress.size, took, sizes);
    if (last === null) break;
    before = last;
  }
}

/**
 * Yields all ids that pass the filter, newest first. Reads a slice, with its own time budget, when the
 * previous slice is consumed.
 */
export async function* scanAll(
  reading: Reading,
  source: Source,
  filter: readonly Condition[],
): AsyncGenerator<string[]> {
  let before: string | null = null;
  let size: number | undefined;
  do {
    const slice = await reading(async ({ slices, stopwatch, step }) => {
      const now = size ?? slices.first;
      return step(async (db) => {
        const begun = stopwatch();
        const last = await endOfSlice(db, source, { before, size: now });
        const ids = rows(db, { ...source, from: last ?? source.from }, before).select(source.id);
        for (const { sql } of filter) void ids.where(sql(db));
        const found = (await newestFirst(db, source, ids).limit(now).pluck(source.id)) as string[];
        return { found, last, next: nextSize(now, stopwatch() - begun, slices) };
      });
    });
    if (slice.found.length > 0) yield slice.found;
    ({ last: before, next: size } = slice);
  } while (before !== null);
}

interface Slice {
  /** Last id of the previous slice; null for the first slice. */
  before: string | null;
  size: number;
}

/** Counts a slice and reads its part of the page. `last` is the slice's last id; null for the last slice. */
async function readSlice(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { before, size }: Slice,
  { skip, take }: { skip: number; take: number },
): Promise<{ passed: number; found: string[]; last: string | null }> {
  // Without conditions, counting the rows of several values is faster than merging them in order.
  const isCountedByValue = isMerged(source) && filter.length === 0;
  const last = await (isCountedByValue ? endOfRuns : endOfSlice)(db, source, { before, size });
  const slice = { ...source, from: last ?? source.from };
  const isFull = last !== null && filter.length === 0 && !isCountedByValue;
  const passed = isFull ? size : await countRows(db, slice, filter, { before, size });
  if (take === 0 || passed <= skip) return { passed, found: [], last };
  const found = newestFirst(db, slice, rows(db, slice, before).select(source.id));
  for (const { sql } of filter) void found.where(sql(db));
  return { passed, found: (await found.offset(skip).limit(take).pluck(source.id)) as string[], last };
}

const isMerged = ({ anyOf: given }: Source) => new Set(given?.values).size > 1;

/** Returns a source for each value, because each value has a separate index range. */
function runsOf(source: Source): Source[] {
  const { anyOf: given } = source;
  if (!given) return [source];
  return [...new Set(given.values)].map((value) => ({ ...source, anyOf: { ...given, values: [value] } }));
}

/** Returns the last id of the slice, from the index alone; null if fewer rows are left. */
async function endOfSlice(db: Db, source: Source, { before, size }: Slice): Promise<string | null> {
  const { id } = source;
  // The query merges the ranges of the values.
  const [first, ...others] = runsOf(source).map((run) => {
    const newest = rows(db, run, before).select(id).orderBy(id, "desc").limit(size);
    return db.from(newest.as("run")).select(id);
  });
  const all: Knex.QueryBuilder =
    first && others.length > 0 ? db.from(first.unionAll(others).as("runs")) : rows(db, source, before);
  const [last] = (await all
    .orderBy(id, "desc")
    .offset(size - 1)
    .limit(1)
    .pluck(id)) as string[];
  return last ?? null;
}

/** Returns an id down to which one value has `size` rows and no value has more; null if all have fewer. */
async function endOfRuns(db: Db, source: Source, { before, size }: Slice): Promise<string | null> {
  const { id } = source;
  const [first, ...others] = runsOf(source).map((run) => {
    const end = rows(db, run, before)
      .select(id)
      .orderBy(id, "desc")
      .offset(size - 1)
      .limit(1);
    return db.from(end.as("run")).select(id);
  });
  if (!first) return null;
  const ends = db.from(first.unionAll(others).as("runs")).orderBy(id, "desc").limit(1);
  const [last] = (await ends.pluck(id)) as string[];
  return last ?? null;
}

async function countRows(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { before, size }: Slice,
): Promise<number> {
  const query = rows(db, source, before);
  if (dialectOf(db) === "postgres" && !isMerged(source)) {
    // The order makes PostgreSQL use the ordered index, whatever its row estimates are. It reads the slice
    // from its oldest row on, as the file has the rows, so that the operating system reads ahead.
    void query.orderBy(source.id).limit(size);
    const slice = query.select(source.id, ...filter.map(({ column }) => column)).as("slice");
    return counted(db, db.from(slice), filter);
  }
  return counted(db, query, filter);
}

/**
 * Orders a query of one slice. If the source has several values, SQLite would read all rows of the scope in
 * the order of their ids, instead of sorting the rows of the values. The `+` prevents this.
 */
function newestFirst(db: Db, source: Source, query: Knex.QueryBuilder): Knex.QueryBuilder {
  return isMerged(source) && dialectOf(db) === "sqlite"
    ? query.orderByRaw("+?? desc", [source.id])
    : query.orderBy(source.id, "desc");
}

async function counted(db: Db, query: Knex.QueryBuilder, filter: readonly Condition[]): Promise<number> {
  for (const { sql } of filter) void query.where(sql(db));
  const [row] = (await query.count({ total: "*" })) as { total: number }[];
  return Number(row?.total ?? 0);
}

function rows(db: Db, source: Source, before: string | null): Knex.QueryBuilder {
  const { table, id, scope, anyOf: given, from, to, present } = source;
  const query = db(table).where(scope);
  if (given) void query.whereIn(given.column, [...new Set(given.values)]);
  if (present !== undefined) void query.whereRaw(present);
  if (before !== null) void query.where(id, "<", before);
  else if (to !== undefined) void query.where(id, "<=", to);
  if (from !== undefined) void query.where(id, ">=", from);
  return query;
}

/** Maximum characters of a text for which PostgreSQL's `strpos` is fast. */
const SHORT = 24;

/**
 * Returns the condition that a folded column contains the text. On PostgreSQL, `strpos` for 120 equal letters
 * takes milliseconds per row; a search of bytes is a hundred times as fast. Both searches find the same
 * matches, because in UTF-8 no character begins inside another one.
 */
export function holds(column: string, text: string): Condition {
  const folded = searchedText(text);
  const inBytes = "position(convert_to(?, 'UTF8') in convert_to(??, 'UTF8')) > 0";
  return {
    column,
    sql(db) {
      return dialectOf(db) === "sqlite" || folded.length <= SHORT
        ? db.raw(`${positionFunction(db)}(??, ?) > 0`, [column, folded])
        : db.raw(inBytes, [folded, column]);
    },
  };
}

export const isAnyOf = ({ column, type, values }: ValuesOf): Condition => ({
  column,
  sql: (db) => anyOf(db, column, type, values),
});

export interface ValuesOf {
  column: string;
  type: ColumnType;
  values: readonly string[];
}
