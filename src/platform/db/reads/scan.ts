import type { Knex } from "knex";
import { searchedText } from "../../search-text";
import { anyOf, type ColumnType } from "../bulk";
import { type Db, dialectOf, positionFunction } from "../dialect";
import type { PageRequest } from "../page";
import type { LongRead, Reading } from "./reads";
import { byCodePoints, type Order } from "./order";
import { nextSize } from "./slices";

/** Rows of one account, in an order that an index has. */
export interface Source {
  table: string;
  /** Id column. Ids rise with time. */
  id: string;
  /** Values of the columns before the id in the index. */
  scope: Readonly<Record<string, string>>;
  /** Further column before the id in the index, with several accepted values. */
  anyOf?: { column: string; values: readonly string[] };
  /** Order of the rows, which an index has; newest first if absent, and always for a source with `anyOf`. */
  order?: Order;
  /** Inclusive bounds of the id. A source that is ordered by a column has none. */
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

/**
 * Maximum number of rows that a list examines one by one. Examining as many takes a few hundred milliseconds.
 */
export const MAX_EXAMINED = 100_000;

/** Returns a counter of rows for `Source.examined`. It throws the error once there are more than `max`. */
export function upTo(max: number, error: () => Error): (rows: number) => void {
  let counted = 0;
  return (rows) => {
    counted += rows;
    if (counted > max) throw error();
  };
}

/** Maximum values that are read as separate index ranges. Further values are checked row by row. */
export const MAX_RUNS = 10;

/**
 * Returns a page of the ids that pass the filter, in the source's order, and their total. Reads slice by
 * slice, so that each step is short whatever the filter matches. Reads to the end unless the total is known.
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
      const entries = rows(db, run, {}).select(id).orderBy(id, "desc");
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

/** Reads slices of the source, in its order, until its end or until there is enough. */
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
  let after: Place | undefined;
  while (!enough()) {
    const slice: Slice = { after, size: progress.size };
    const { passed, last, found, took } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const needed = {
        skip: Math.max(0, page.offset - progress.passed),
        take: page.limit - progress.ids.length,
      };
      const part = await readSlice(db, source, filter, slice, needed);
      return { ...part, took: read.stopwatch() - begun };
    });
    if (filter.length > 0 && last !== undefined) source.examined?.(slice.size);
    progress.ids.push(...found);
    progress.passed += passed;
    progress.size = nextSize(progress.size, took, sizes);
    if (last === undefined) break;
    after = last;
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
  let after: Place | undefined;
  let size: number | undefined;
  do {
    const slice = await reading(async ({ slices, stopwatch, step }) => {
      const now = size ?? slices.first;
      return step(async (db) => {
        const begun = stopwatch();
        const last = await endOfSlice(db, source, { after, size: now });
        const ids = rows(db, source, { after, through: last }).select(source.id);
        for (const { sql } of filter) void ids.where(sql(db));
        const found = (await inOrder(db, source, ids).limit(now).pluck(source.id)) as string[];
        return { found, last, next: nextSize(now, stopwatch() - begun, slices) };
      });
    });
    if (slice.found.length > 0) yield slice.found;
    ({ last: after, next: size } = slice);
  } while (after !== undefined);
}

/** Position of a row in the order of its source: the value of `order.column`, if there is one, and the id. */
type Place = readonly string[];

interface Slice {
  /** Last row of the previous slice; absent for the first slice. */
  after?: Place;
  size: number;
}

/** Counts a slice and reads its part of the page. `last` is its last row; undefined for the last slice. */
async function readSlice(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { after, size }: Slice,
  { skip, take }: { skip: number; take: number },
): Promise<{ passed: number; found: string[]; last: Place | undefined }> {
  // Without conditions, counting the rows of several values is faster than merging them in order.
  const isCountedByValue = isMerged(source) && filter.length === 0;
  const last = await (isCountedByValue ? endOfRuns : endOfSlice)(db, source, { after, size });
  const bounds = { after, through: last };
  const isFull = last !== undefined && filter.length === 0 && !isCountedByValue;
  const passed = isFull ? size : await countRows(db, source, filter, bounds, size);
  if (take === 0 || passed <= skip) return { passed, found: [], last };
  const found = inOrder(db, source, rows(db, source, bounds).select(source.id));
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

/** Returns the last row of the slice, from the index alone; undefined if fewer rows are left. */
async function endOfSlice(db: Db, source: Source, { after, size }: Slice): Promise<Place | undefined> {
  const { id } = source;
  // The query merges the ranges of the values.
  const [first, ...others] = runsOf(source).map((run) => {
    const newest = rows(db, run, { after }).select(id).orderBy(id, "desc").limit(size);
    return db.from(newest.as("run")).select(id);
  });
  const all: Knex.QueryBuilder =
    first && others.length > 0
      ? db.from(first.unionAll(others).as("runs")).orderBy(id, "desc")
      : ordered(db, source, rows(db, source, { after }));
  const key = keyOf(source);
  const [last] = (await all
    .offset(size - 1)
    .limit(1)
    .select(...key)) as Readonly<Record<string, string>>[];
  return last && key.map((column) => last[column] as string);
}

/** Returns a row down to which one value has `size` rows and no value more; undefined if all have fewer. */
async function endOfRuns(db: Db, source: Source, { after, size }: Slice): Promise<Place | undefined> {
  const { id } = source;
  const [first, ...others] = runsOf(source).map((run) => {
    const end = rows(db, run, { after })
      .select(id)
      .orderBy(id, "desc")
      .offset(size - 1)
      .limit(1);
    return db.from(end.as("run")).select(id);
  });
  if (!first) return undefined;
  const ends = db.from(first.unionAll(others).as("runs")).orderBy(id, "desc").limit(1);
  const [last] = (await ends.pluck(id)) as string[];
  return last === undefined ? undefined : [last];
}

async function countRows(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  bounds: Bounds,
  size: number,
): Promise<number> {
  const query = rows(db, source, bounds);
  if (dialectOf(db) === "postgres" && !isMerged(source)) {
    // The order makes PostgreSQL use the ordered index, whatever its row estimates are. It reads the slice
    // from its oldest row on, as the file has the rows, so that the operating system reads ahead.
    void ordered(db, source, query, "asc").limit(size);
    const columns = new Set([source.id, ...filter.map(({ column }) => column)]);
    const slice = query.select(...columns).as("slice");
    return counted(db, db.from(slice), filter);
  }
  return counted(db, query, filter);
}

/** Columns of the order of a source. The id makes the order unique. */
const keyOf = ({ id, order }: Source): string[] => (order?.column === undefined ? [id] : [order.column, id]);

/** Orders a query as an index of the source is ordered. */
export function ordered(
  db: Db,
  { id, order }: Pick<Source, "id" | "order">,
  query: Knex.QueryBuilder,
  direction = order?.direction ?? "desc",
): Knex.QueryBuilder {
  if (order?.column !== undefined) void query.orderByRaw(`${byCodePoints(db)} ${direction}`, [order.column]);
  return query.orderBy(id, direction);
}

/**
 * Orders a query of one slice. If the source has several values, SQLite would read all rows of the scope in
 * the order of their ids, instead of sorting the rows of the values. The `+` prevents this.
 */
const inOrder = (db: Db, source: Source, query: Knex.QueryBuilder): Knex.QueryBuilder =>
  isMerged(source) && dialectOf(db) === "sqlite"
    ? query.orderByRaw("+?? desc", [source.id])
    : ordered(db, source, query);

async function counted(db: Db, query: Knex.QueryBuilder, filter: readonly Condition[]): Promise<number> {
  for (const { sql } of filter) void query.where(sql(db));
  const [row] = (await query.count({ total: "*" })) as { total: number }[];
  return Number(row?.total ?? 0);
}

/** Rows after one row of the order, up to and including another one. */
interface Bounds {
  after?: Place;
  through?: Place;
}

function rows(db: Db, source: Source, { after, through }: Bounds): Knex.QueryBuilder {
  const { table, scope, anyOf: given, from, to, present } = source;
  const query = db(table).where(scope);
  if (given) void query.whereIn(given.column, [...new Set(given.values)]);
  if (present !== undefined) void query.whereRaw(present);
  const isDescending = source.order?.direction !== "asc";
  // A bound of the slice replaces the source's bound: SQLite may search the index by the wider bound.
  const upper = isDescending ? after : through;
  const lower = isDescending ? through : after;
  if (upper) void query.where(beside(db, source, isDescending ? "<" : "<=", upper));
  else if (to !== undefined) void query.where(source.id, "<=", to);
  if (lower) void query.where(beside(db, source, isDescending ? ">=" : ">", lower));
  else if (from !== undefined) void query.where(source.id, ">=", from);
  return query;
}

/** Returns the condition that rows are on one side of a place in the order. */
const beside = (db: Db, source: Source, operator: string, place: Place): Knex.Raw =>
  place.length === 1
    ? db.raw(`?? ${operator} ?`, [source.id, ...place])
    : db.raw(`(${byCodePoints(db)}, ??) ${operator} (?, ?)`, [...keyOf(source), ...place]);

/** Maximum characters of a text for which PostgreSQL's `strpos` is fast. */
const SHORT = 24;

/** Returns the condition that a folded column contains the text, ignoring case and accents. */
export const holds = (column: string, text: string): Condition => holdsExactly(column, searchedText(text));

/**
 * Returns the condition that a column contains the text. On PostgreSQL, `strpos` for 120 equal letters takes
 * milliseconds per row; a search of bytes is a hundred times as fast. Both searches find the same matches,
 * because in UTF-8 no character begins inside another one.
 */
export const holdsExactly = (column: string, text: string): Condition => holdsAnyOf(column, [text]);

/** Returns the condition that a column contains one of the texts, as `holdsExactly`. */
export function holdsAnyOf(column: string, texts: readonly string[]): Condition {
  const inBytes = "position(convert_to(?, 'UTF8') in convert_to(??, 'UTF8')) > 0";
  return {
    column,
    sql(db) {
      const each = texts.map((text) =>
        dialectOf(db) === "sqlite" || text.length <= SHORT
          ? { sql: `${positionFunction(db)}(??, ?) > 0`, bindings: [column, text] }
          : { sql: inBytes, bindings: [text, column] },
      );
      const any = each.map(({ sql }) => sql).join(" or ");
      return db.raw(
        texts.length === 1 ? any : `(${any})`,
        each.flatMap(({ bindings }) => bindings),
      );
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
