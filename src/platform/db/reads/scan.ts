import type { Knex } from "knex";
import { searchedText } from "../../search-text";
import { anyOf, type ColumnType } from "../bulk";
import { type Db, dialectOf, positionFunction } from "../dialect";
import type { PageRequest } from "../page";
import type { LongRead, Reading } from "./reads";
import { nextSize } from "./slices";

/** Rows of one account in the order of their ids, newest first: what an index gives without a sort. */
export interface Source {
  table: string;
  /** Rises with time. */
  id: string;
  /** Which rows: the columns that come before the id in an index. */
  scope: Readonly<Record<string, string>>;
  /** One more such column, which holds any of these values. */
  anyOf?: { column: string; values: readonly string[] };
  /** Inclusive bounds of the id. */
  from?: string;
  to?: string;
  /** SQL: what the index leaves out by itself. */
  present?: string;
}

/** What is asked of each row. */
export interface Condition {
  column: string;
  sql: (db: Db) => Knex.Raw;
}

export interface Scanned {
  ids: string[];
  total: number;
}

/** More values than this are tested row by row. */
export const MOST_RUNS = 10;

/**
 * A page of the ids that pass the filter, and how many do: slice by slice, each in a step of its own, so that neither
 * takes long whatever the filter finds. Goes to the end unless the total is known.
 */
export async function scan(
  read: LongRead,
  source: Source,
  filter: readonly Condition[],
  page: PageRequest,
  knownTotal?: number,
): Promise<Scanned> {
  const ids: string[] = [];
  let total = 0;
  let before: string | null = null;
  let size = read.slices.first;
  const enough = () => knownTotal !== undefined && (ids.length === page.limit || page.offset >= knownTotal);
  while (!enough()) {
    const slice: Slice = { before, size };
    const { passed, last, found, took } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const wanted = { skip: Math.max(0, page.offset - total), take: page.limit - ids.length };
      const part = await readSlice(db, source, filter, slice, wanted);
      return { ...part, took: read.stopwatch() - begun };
    });
    ids.push(...found);
    total += passed;
    if (last === null) break;
    before = last;
    size = nextSize(size, took, read.slices);
  }
  return { ids, total: knownTotal ?? total };
}

/**
 * All ids that pass the filter, newest first, slice by slice: each is asked for when the one before is used up, and is a
 * read of its own, so that it does not matter how long all of them take.
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
        const found = (await ids.orderBy(source.id, "desc").limit(now).pluck(source.id)) as string[];
        return { found, last, next: nextSize(now, stopwatch() - begun, slices) };
      });
    });
    if (slice.found.length > 0) yield slice.found;
    ({ last: before, next: size } = slice);
  } while (before !== null);
}

interface Slice {
  /** The id that the slice before ended with. */
  before: string | null;
  size: number;
}

/** `last`: where the slice ends; null when no more than it is left. */
async function readSlice(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { before, size }: Slice,
  { skip, take }: { skip: number; take: number },
): Promise<{ passed: number; found: string[]; last: string | null }> {
  const last = await endOfSlice(db, source, { before, size });
  const slice = { ...source, from: last ?? source.from };
  const passed =
    last !== null && filter.length === 0 ? size : await countRows(db, slice, filter, { before, size });
  if (take === 0 || passed <= skip) return { passed, found: [], last };
  const found = rows(db, slice, before).select(source.id).orderBy(source.id, "desc");
  for (const { sql } of filter) void found.where(sql(db));
  return { passed, found: (await found.offset(skip).limit(take).pluck(source.id)) as string[], last };
}

/** The last id of the slice, from the index alone. */
async function endOfSlice(db: Db, source: Source, { before, size }: Slice): Promise<string | null> {
  const { id, anyOf: given } = source;
  // Of several values each has its run in the index; these are merged.
  const values = given ? [...new Set(given.values)] : [];
  const runs = values.map((value) => {
    const run = rows(db, { ...source, anyOf: { column: given?.column ?? "", values: [value] } }, before);
    return db.from(run.select(id).orderBy(id, "desc").limit(size).as("run")).select(id);
  });
  const [first, ...others] = runs;
  const all: Knex.QueryBuilder =
    first && others.length > 0 ? db.from(first.unionAll(others).as("runs")) : rows(db, source, before);
  const [last] = (await all
    .orderBy(id, "desc")
    .offset(size - 1)
    .limit(1)
    .pluck(id)) as string[];
  return last ?? null;
}

async function countRows(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { before, size }: Slice,
): Promise<number> {
  const query = rows(db, source, before);
  if (dialectOf(db) === "postgres" && (source.anyOf?.values.length ?? 1) === 1) {
    // Told the order, PostgreSQL takes the index that has it, whatever it believes of how many rows there are.
    void query.orderBy(source.id, "desc").limit(size);
    const slice = query.select(source.id, ...filter.map(({ column }) => column)).as("slice");
    return counted(db, db.from(slice), filter);
  }
  return counted(db, query, filter);
}

async function counted(db: Db, query: Knex.QueryBuilder, filter: readonly Condition[]): Promise<number> {
  for (const { sql } of filter) void query.where(sql(db));
  const [row] = (await query.count({ total: "*" })) as { total: number }[];
  return Number(row?.total ?? 0);
}

/** The rows of the source behind the slice before. */
function rows(db: Db, source: Source, before: string | null): Knex.QueryBuilder {
  const { table, id, scope, anyOf: given, from, to, present } = source;
  const query = db(table).where(scope);
  if (given) void query.whereIn(given.column, given.values);
  if (present !== undefined) void query.whereRaw(present);
  if (before !== null) void query.where(id, "<", before);
  else if (to !== undefined) void query.where(id, "<=", to);
  if (from !== undefined) void query.where(id, ">=", from);
  return query;
}

/** So long a text may be where PostgreSQL's own search goes back over it again and again. */
const SHORT = 24;

/**
 * That a folded column holds the text. Neither `LIKE` nor, for long texts, `strpos`: both compare again from each
 * character on, so that 120 characters and a text of thousands made of the same letter take milliseconds a row. What
 * compares bytes does the same a hundred times as fast; in UTF-8 characters begin at none but their own bytes.
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

/** That a column has one of the values. */
export const isAnyOf = ({ column, type, values }: ValuesOf): Condition => ({
  column,
  sql: (db) => anyOf(db, column, type, values),
});

export interface ValuesOf {
  column: string;
  type: ColumnType;
  values: readonly string[];
}
