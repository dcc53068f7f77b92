import type { Knex } from "knex";
import { validationFailed } from "../problem";
import { anyOf } from "./bulk";
import type { Db } from "./dialect";
import type { LazyPage } from "./page";

// A page of a thousand rows can be a hundred megabytes where each row has a long text. So a query brings along only the
// first of them, and the sizes of all; the rest is read run by run as it is used up.

/** Bytes of long texts that one reader has in memory at a time, or a single text that is longer. */
export const RUN_BYTES = 512 * 1024;

/** The most bytes of long texts that one page may hold. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** A column of long texts in the rows of an account, which have an `id` there. */
export interface LongText {
  table: string;
  accountId: string;
  column: string;
  /** What their key has between the account and the id. */
  within?: Readonly<Record<string, string>>;
}

/** What the rows have in common. */
const scopeOf = ({ accountId, within }: LongText): Record<string, string> => ({
  account_id: accountId,
  ...within,
});

/** A row and its long text, which is null as well where it is yet to be read. */
export interface Weighed {
  id: string;
  /** Of the text, in bytes. */
  size: number;
  text: string | null;
}

/** A select's column that weighs a text; no database reads the text for it. */
export const sizeColumn = (db: Db, column: string) =>
  db.raw("coalesce(octet_length(??), 0) as ??", [column, "size"]);

/** The rows of a query, newest first, the first of them with their texts. It selects `id` and `sizeColumn` among others. */
export async function weighedRows<Row extends Weighed>(
  db: Db,
  source: LongText,
  query: Knex.QueryBuilder,
): Promise<Row[]> {
  const before = db.raw("sum(size) over (order by id desc rows unbounded preceding) - size as before");
  // Looked up once more by its key, so that the window's rows are short.
  const scope = Object.entries(scopeOf(source));
  const text = db.raw(
    `case when before < ? then (select t.?? from ?? t where ${"t.?? = ? and ".repeat(scope.length)}t.id = r.id) end as text`,
    [RUN_BYTES, source.column, source.table, ...scope.flat()],
  );
  const weighed = db.select("*", before).from(query.as("q")).as("r");
  const rows = (await db.select("r.*", text).from(weighed).orderBy("id", "desc")) as Row[];
  return rows.map((row) => ({ ...row, size: Number(row.size) }));
}

/** Cuts rows into runs, each of which ends with the row that brings its texts to so many bytes. */
export function inRuns<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
  runBytes = RUN_BYTES,
): Row[][] {
  const runs: Row[][] = [];
  let bytes = runBytes;
  for (const row of rows) {
    if (bytes >= runBytes) {
      runs.push([]);
      bytes = 0;
    }
    runs.at(-1)?.push(row);
    bytes += sizeOf(row);
  }
  return runs;
}

/** A page of such rows, read run by run; 400 where it is too large to be answered. */
export function lazyPage<Row extends Weighed, Item>(
  db: Db,
  source: LongText,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Omit<LazyPage<Item>, "total"> {
  refuseLargePage(rows.map(({ size }) => size));
  return { runs: runsOf(db, source, rows, toItem), count: rows.length };
}

/** Rows that have lost their text by then were deleted, and are left out. */
export async function* runsOf<Row extends Weighed, Item>(
  db: Db,
  source: LongText,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for (const run of inRuns(rows, ({ size }) => size)) {
    const late = run.filter(({ size, text }) => size > 0 && text === null).map(({ id }) => id);
    const texts = await textsOf(db, source, late);
    yield run
      .map((row) => ({ ...row, text: row.text ?? texts.get(row.id) ?? null }))
      .filter(({ size, text }) => size === 0 || text !== null)
      .map(toItem);
  }
}

/** The texts of the rows named, by their ids. */
export async function textsOf(
  db: Db,
  source: LongText,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = (await db(source.table)
    .where(scopeOf(source))
    .where(anyOf(db, "id", "uuid", ids))
    .whereNotNull(source.column)
    .select({ id: "id", text: source.column })) as { id: string; text: string }[];
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Throws 400 for a page that is too large to be answered, and says which limit is not. */
export function refuseLargePage(sizes: readonly number[]): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_PAGE_BYTES) return;
  let bytes = 0;
  const fitting = sizes.findIndex((size) => (bytes += size) > MAX_PAGE_BYTES);
  const mib = (value: number) => `${Math.ceil((value / 1024 / 1024) * 10) / 10} MiB`;
  throw validationFailed(
    `The entries of this page hold ${mib(total)}, at most ${mib(MAX_PAGE_BYTES)} are answered at once`,
    [{ field: "limit", message: `is too large for these entries; ${Math.max(1, fitting)} would do` }],
  );
}
