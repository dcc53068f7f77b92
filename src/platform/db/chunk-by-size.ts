import type { Knex } from "knex";
import { unprocessable } from "../problem";
import { anyOf } from "./bulk";
import type { Db } from "./dialect";
import type { LazyPage } from "./page";

// A page of a thousand rows with long texts can take a hundred megabytes. A query therefore returns the size
// of every text, but only the first texts. Further texts are read in chunks while the rows are consumed.

/** Bytes of long texts at which a chunk ends. One reader holds one chunk at a time. */
export const CHUNK_BYTES = 512 * 1024;

/** Maximum bytes of long texts on one page. */
export const MAX_PAGE_BYTES = 16 * 1024 * 1024;

/** A column of long texts in a table with the columns `account_id` and `id`. */
interface LongText {
  table: string;
  accountId: string;
  column: string;
  /** Further key columns besides `account_id` and `id`. */
  within?: Readonly<Record<string, string>>;
}

const scopeOf = ({ accountId, within }: LongText): Record<string, string> => ({
  account_id: accountId,
  ...within,
});

/** A row with its long text, which is null if absent or not read yet. */
export interface Weighed {
  id: string;
  /** Size of the text in bytes. */
  size: number;
  text: string | null;
}

/**
 * Returns a select column with the size of a text. The databases compute the size without reading the text.
 */
export const sizeColumn = (db: Db, column: string) =>
  db.raw("coalesce(octet_length(??), 0) as ??", [column, "size"]);

/**
 * Returns a query's rows, newest first. Only the first rows, up to `CHUNK_BYTES` of texts, have their texts.
 * The query must select `id` and `sizeColumn`.
 */
export async function weighedRows<Row extends Weighed>(
  db: Db,
  source: LongText,
  query: Knex.QueryBuilder,
): Promise<Row[]> {
  const before = db.raw("sum(size) over (order by id desc rows unbounded preceding) - size as before");
  // Looks up texts in the outer query, so the window function does not sort rows with long texts.
  const scope = Object.entries(scopeOf(source));
  const text = db.raw(
    `case when before < ? then (select t.?? from ?? t where ${"t.?? = ? and ".repeat(scope.length)}t.id = r.id) end as text`,
    [CHUNK_BYTES, source.column, source.table, ...scope.flat()],
  );
  const weighed = db.select("*", before).from(query.as("q")).as("r");
  return (await db.select("r.*", text).from(weighed).orderBy("id", "desc")) as Row[];
}

/** Splits rows into chunks. A chunk ends with the row that brings its size to `chunkBytes`. */
export function chunksBySize<Row>(
  rows: readonly Row[],
  sizeOf: (row: Row) => number,
  chunkBytes = CHUNK_BYTES,
): Row[][] {
  const chunks: Row[][] = [];
  let bytes = chunkBytes;
  for (const row of rows) {
    if (bytes >= chunkBytes) {
      chunks.push([]);
      bytes = 0;
    }
    chunks.at(-1)?.push(row);
    bytes += sizeOf(row);
  }
  return chunks;
}

/** Returns a page of weighed rows, read in chunks. Throws 422 if the page is too large. */
export function lazyPage<Row extends Weighed, Item>(
  db: Db,
  source: LongText,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Omit<LazyPage<Item>, "total"> {
  refuseLargePage(rows.map(({ size }) => size));
  return { chunks: readChunks(db, source, rows, toItem), count: rows.length };
}

/** Yields the rows in chunks, without rows that were deleted before their text was read. */
export async function* readChunks<Row extends Weighed, Item>(
  db: Db,
  source: LongText,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): AsyncGenerator<Item[]> {
  for (const chunk of chunksBySize(rows, ({ size }) => size)) {
    const late = chunk.filter(({ size, text }) => size > 0 && text === null).map(({ id }) => id);
    const texts = await textsOf(db, source, late);
    const deleted = new Set(late.filter((id) => !texts.has(id)));
    yield chunk
      .filter(({ id }) => !deleted.has(id))
      .map((row) => toItem({ ...row, text: row.text ?? texts.get(row.id) ?? null }));
  }
}

/** Returns the texts of the rows that exist. A text is null if it was erased. */
export async function textsOf(
  db: Db,
  source: LongText,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = (await db(source.table)
    .where(scopeOf(source))
    .where(anyOf(db, "id", "uuid", ids))
    .select({ id: "id", text: source.column })) as { id: string; text: string | null }[];
  return new Map(rows.map(({ id, text }) => [id, text]));
}

/** Throws 422 for a page that is too large, and names a `limit` that would fit. */
function refuseLargePage(sizes: readonly number[]): void {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_PAGE_BYTES) return;
  let bytes = 0;
  const fitting = sizes.findIndex((size) => (bytes += size) > MAX_PAGE_BYTES);
  const mib = (value: number) => `${Math.ceil((value / 1024 / 1024) * 10) / 10} MiB`;
  throw unprocessable(
    `The entries of this page have ${mib(total)}; a page can have at most ${mib(MAX_PAGE_BYTES)}`,
    [{ field: "limit", message: `is too large for these entries; ${Math.max(1, fitting)} would do` }],
  );
}
