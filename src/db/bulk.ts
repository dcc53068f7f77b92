import type { Knex } from "knex";
import { type Db, dialectOf } from "./dialect";

/** PostgreSQL types of the columns of a bulk statement; SQLite takes values as they come. */
export type ColumnType = "uuid" | "text" | "bigint" | "integer" | "smallint" | "boolean";
export type Columns = Record<string, ColumnType>;

type Value = string | number | boolean | null;

const CONTROL_CHARACTER = /[\x00-\x1f]/;

/** JSON escapes quotes and backslashes as an array literal does, and natively; control characters stand as they are. */
function quoted(text: string): string {
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  if (!CONTROL_CHARACTER.test(text)) return JSON.stringify(text);
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/**
 * PostgreSQL's text form of an array, without nested ones. The driver would write it as well, at five times the cost
 * where texts are full of quotes, as JSON is.
 */
export function arrayLiteral(values: readonly Value[]): string {
  return `{${values.map((value) => (typeof value === "string" ? quoted(value) : String(value))).join(",")}}`;
}

/**
 * A rowset made from parallel arrays with one bind value a column on PostgreSQL (`unnest`) and one in all on
 * SQLite (`json_each`), so that neither the 65,535 binds of the one nor the compound-select limit of the other
 * bounds the number of rows. Use as `FROM ${source.sql}` with `source.bindings`; its columns carry the names given.
 */
export function rowsFrom(
  db: Db,
  alias: string,
  columns: Columns,
  rows: readonly Record<string, Value>[],
): { sql: string; bindings: Knex.RawBinding[] } {
  const names = Object.keys(columns);
  if (dialectOf(db) === "postgres") {
    const arrays = names.map((name) => `?::${columns[name]}[]`).join(", ");
    return {
      sql: `unnest(${arrays}) as ${alias}(${names.join(", ")})`,
      bindings: names.map((name) => arrayLiteral(rows.map((row) => row[name] ?? null))),
    };
  }
  const fields = names.map((name, index) => `json_extract(value, '$[${index}]') as ${name}`).join(", ");
  const json = JSON.stringify(rows.map((row) => names.map((name) => row[name] ?? null)));
  return { sql: `(select ${fields} from json_each(?)) as ${alias}`, bindings: [json] };
}

/** Inserts any number of rows in one statement. `suffix` is appended as it is (`on conflict …`). */
export async function bulkInsert(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Record<string, Value>[],
  suffix = "",
): Promise<void> {
  if (rows.length === 0) return;
  const names = Object.keys(columns).join(", ");
  const source = rowsFrom(db, "incoming", columns, rows);
  // SQLite reads `on conflict` after a select as a join condition unless a where stands between them.
  await db.raw(
    `insert into ${table} (${names}) select ${names} from ${source.sql} where true ${suffix}`,
    source.bindings,
  );
}

/** `column in (values)` with one bind, whatever their number. */
export function anyOf(
  db: Db,
  column: string,
  type: ColumnType,
  values: readonly (string | number)[],
): Knex.Raw {
  return dialectOf(db) === "postgres"
    ? db.raw(`${column} = any(?::${type}[])`, [arrayLiteral(values)])
    : db.raw(`${column} in (select value from json_each(?))`, [JSON.stringify(values)]);
}
