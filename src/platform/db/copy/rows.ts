import type { Knex } from "knex";
import { bulkInsert, type ColumnType, type Value } from "../bulk";
import { type Db, rawRows } from "../dialect";
import { isDatabaseAway } from "../errors";
import { errorText } from "../../error-text";
import type { SqliteConnection } from "../sqlite-connection";
import { checksumOf, type Contents } from "./checksum";
import { CopyError } from "./copy-error";
import type { CopiedTable } from "./tables";

/**
 * Limits of one insert: rows, and characters of its texts. The insert ends with the row that reaches a limit.
 */
const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 1024 * 1024;

type Row = Record<string, Value>;

export function* batchesOf<T extends Readonly<Record<string, unknown>>>(
  rows: Iterable<T>,
  { maxRows, maxCharacters }: { maxRows: number; maxCharacters: number },
): Generator<T[]> {
  let batch: T[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) if (typeof value === "string") characters += value.length;
    if (batch.length < maxRows && characters < maxCharacters) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Returns why PostgreSQL cannot store a value of SQLite, or null. */
function problemOf(value: unknown, type: ColumnType): string | null {
  if (value === null) return null;
  switch (type) {
    case "uuid":
    case "text":
      if (typeof value !== "string") return "is not a text";
      return value.includes("\0") ? "contains a null character, which PostgreSQL cannot store" : null;
    case "boolean":
      return value === 0 || value === 1 ? null : "is neither 0 nor 1";
    default:
      return Number.isSafeInteger(value) ? null : "is not a whole number below 2^53";
  }
}

/**
 * Copies a table. Returns number and checksum of the rows that were read. `onRows` receives the number of
 * rows so far. Throws `CopyError` with the table and the key of a row that PostgreSQL refuses.
 */
export async function copyRows(
  source: SqliteConnection,
  trx: Knex.Transaction,
  table: CopiedTable,
  onRows: (rows: number) => void,
): Promise<Contents> {
  const columns = Object.entries(table.columns);
  const names = columns.map(([name]) => `"${name}"`).join(", ");
  const stored = source.prepare(`select ${names} from "${table.name}"`).iterate([]);
  const contents: Contents = { rows: 0, checksum: 0n };
  const limits = { maxRows: ROWS_AT_ONCE, maxCharacters: CHARACTERS_AT_ONCE };
  for (const batch of batchesOf(stored as Iterable<Row>, limits)) {
    for (const row of batch) {
      for (const [name, type] of columns) {
        const problem = problemOf(row[name], type);
        if (problem !== null) throw await refusal(trx, table, row, `${name} ${problem}`);
        if (type === "boolean" && row[name] !== null) row[name] = row[name] === 1;
      }
      contents.checksum += checksumOf(columns.map(([name]) => row[name] ?? null));
    }
    await insert(trx, table, batch);
    contents.rows += batch.length;
    onRows(contents.rows);
  }
  return contents;
}

/** Inserts a batch. If it fails, repeats it row by row to name the row that PostgreSQL refuses. */
async function insert(trx: Knex.Transaction, table: CopiedTable, batch: readonly Row[]): Promise<void> {
  try {
    await trx.transaction((savepoint) => bulkInsert(savepoint, table.name, table.columns, batch));
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    for (const row of batch) {
      try {
        await trx.transaction((savepoint) => bulkInsert(savepoint, table.name, table.columns, [row]));
      } catch (reason) {
        throw isDatabaseAway(reason) ? reason : await refusal(trx, table, row, errorText(reason));
      }
    }
    throw error;
  }
}

async function refusal(trx: Db, { name }: CopiedTable, row: Row, problem: string): Promise<CopyError> {
  const keys = await rawRows<{ column: string }>(
    trx,
    `select a.attname as "column" from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = to_regclass(quote_ident(?)) and i.indisprimary order by a.attnum`,
    [name],
  );
  const key = keys.map(({ column }) => `${column} ${String(row[column])}`).join(", ");
  return new CopyError(
    `A row of the table ${name} (${key}) cannot be copied: ${problem}. The target is still empty`,
  );
}
