import type { Knex } from "knex";
import { searchedText } from "../../text";
import { anyOf, type ColumnType } from "../bulk";
import { type Db, dialectOf } from "../dialect";
import type { PageRequest } from "../page";
import type { LongRead } from "./reads";
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
    const bounds: { before: string | null; size: number } = { before, size };
    const { scanned, passed, last, found, took } = await read.step(async (db) => {
      const begun = read.stopwatch();
      const counts = await countSlice(db, source, filter, bounds);
      const wanted = { skip: Math.max(0, page.offset - total), take: page.limit - ids.length };
      const isOn = wanted.take > 0 && counts.passed > wanted.skip;
      const some = isOn ? await idsOfSlice(db, source, filter, bounds, wanted) : [];
      return { ...counts, found: some, took: read.stopwatch() - begun };
    });
    ids.push(...found);
    total += passed;
    if (scanned < size) break;
    before = last;
    size = nextSize(size, took, read.slices);
  }
  return { ids, total: knownTotal ?? total };
}

interface Slice {
  /** The id that the slice before ended with. */
  before: string | null;
  size: number;
}

async function countSlice(db: Db, source: Source, filter: readonly Condition[], slice: Slice) {
  const passing =
    filter.length === 0 ? db.raw("count(*)") : db.raw("count(case when ? then 1 end)", [every(db, filter)]);
  const [row] = (await db.from(rowsOf(db, source, filter, slice).as("slice")).select(
    db.raw("count(*) as scanned"),
    // PostgreSQL knows no least UUID before version 18.
    db.raw("min(cast(?? as char(36))) as last", [source.id]),
    db.raw("? as passed", [passing]),
  )) as { scanned: number; last: string | null; passed: number }[];
  return { scanned: Number(row?.scanned ?? 0), last: row?.last ?? null, passed: Number(row?.passed ?? 0) };
}

async function idsOfSlice(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  slice: Slice,
  { skip, take }: { skip: number; take: number },
): Promise<string[]> {
  const query = db.from(rowsOf(db, source, filter, slice).as("slice")).orderBy(source.id, "desc");
  if (filter.length > 0) void query.whereRaw("?", [every(db, filter)]);
  return (await query.offset(skip).limit(take).pluck(source.id)) as string[];
}

const every = (db: Db, filter: readonly Condition[]): Knex.Raw =>
  db.raw(
    filter.map(() => "?").join(" and "),
    filter.map(({ sql }) => sql(db)),
  );

/** The rows of the slice, read in the order of the index. */
function rowsOf(
  db: Db,
  source: Source,
  filter: readonly Condition[],
  { before, size }: Slice,
): Knex.QueryBuilder {
  const { table, id, scope, anyOf, from, to, present } = source;
  const columns = [id, ...filter.map(({ column }) => column)];
  const run = (value: string | null, selected: readonly string[]) => {
    const query = db(table)
      .select(...selected)
      .where(scope);
    if (value !== null && anyOf) void query.where(anyOf.column, value);
    if (present !== undefined) void query.whereRaw(present);
    if (before !== null) void query.where(id, "<", before);
    else if (to !== undefined) void query.where(id, "<=", to);
    if (from !== undefined) void query.where(id, ">=", from);
    return query.orderBy(id, "desc").limit(size);
  };
  const [first, ...others] = anyOf === undefined ? [null] : new Set(anyOf.values);
  if (first === undefined) throw new Error("a scan of no values");
  if (others.length === 0) return run(first, columns);
  // Each value has its run in the index. Their ids are merged, and only those of the slice are looked up.
  const [head, ...tail] = [first, ...others].map((value) => db.from(run(value, [id]).as("run")).select(id));
  const merged = db
    .from((head as Knex.QueryBuilder).unionAll(tail).as("runs"))
    .select(id)
    .orderBy(id, "desc")
    .limit(size);
  return db(table)
    .select(...columns)
    .where(scope)
    .whereIn(id, merged);
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
      if (dialectOf(db) === "sqlite") return db.raw("instr(??, ?) > 0", [column, folded]);
      return folded.length <= SHORT
        ? db.raw("strpos(??, ?) > 0", [column, folded])
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
