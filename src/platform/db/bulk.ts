import type { Knex } from "knex";
import { beginWrite, type Binding, type Db, dialectOf, lockClause, rawChanges, rawRows } from "./dialect";

/** PostgreSQL types of bulk columns. SQLite needs no types. */
export type ColumnType = "uuid" | "text" | "bigint" | "integer" | "smallint" | "boolean";
export type Columns = Record<string, ColumnType>;

export type Value = string | number | boolean | null;

const CONTROL_CHARACTER = /[\x00-\x1f]/;

/** Texts that need no quotes, such as ids, numbers and codes. An unquoted `null` would be read as NULL. */
const BARE = /^(?!null$)[\w+-]+$/i;

/**
 * Quotes a text for an array literal. `JSON.stringify` is fast and escapes quotes and backslashes as
 * PostgreSQL expects. It also escapes control characters, which PostgreSQL expects unescaped. Texts with
 * control characters are therefore quoted without `JSON.stringify`.
 */
function quoted(text: string): string {
  if (text.length <= 36 && BARE.test(text)) return text;
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  if (!CONTROL_CHARACTER.test(text)) return JSON.stringify(text);
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/**
 * Returns PostgreSQL's text form of a flat array. For texts full of quotes, such as JSON, the driver's own
 * conversion takes five times as long.
 */
export function arrayLiteral(values: readonly Value[]): string {
  let last: string | null = null;
  let text = "";
  const texts = values.map((value) => {
    if (typeof value !== "string") return String(value);
    // Consecutive values are often equal, so reuse the quoted text.
    if (value !== last) [last, text] = [value, quoted(value)];
    return text;
  });
  return `{${texts.join(",")}}`;
}

/** Minimum number of rows for which a value that all rows share is bound once. */
const MANY_ROWS = 50;

type Row = Readonly<Record<string, Value>>;

/** Returns the values that all rows share. Excludes the first column: a rowset needs at least one array. */
function sharedValues(names: readonly string[], rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first || rows.length < MANY_ROWS) return {};
  const shared = names.slice(1).filter((name) => rows.every((row) => row[name] === first[name]));
  return Object.fromEntries(shared.map((name) => [name, first[name] ?? null]));
}

/**
 * Returns a rowset for `from ${sql}` with its `bindings`. PostgreSQL uses one bind per column (`unnest`).
 * SQLite uses one bind for all rows (`json_each`) and one for each shared value. The number of rows is
 * therefore not limited by PostgreSQL's 65,535 binds or SQLite's compound-select limit. `given` contains
 * values that all rows share.
 */
export function rowsFrom(
  db: Db,
  alias: string,
  columns: Columns,
  rows: readonly Row[],
  given: Row = {},
): { sql: string; bindings: Binding[] } {
  const postgres = dialectOf(db) === "postgres";
  const names = Object.keys(columns);
  const rest = names.filter((name) => !(name in given));
  const shared: Row = { ...given, ...sharedValues(rest, rows) };
  const own = rest.filter((name) => !(name in shared));
  const place = (name: string) => (postgres ? `?::${columns[name]}` : "?");
  const ownValue = (name: string) => (postgres ? name : `json_extract(value, '$[${own.indexOf(name)}]')`);
  const fields = names.map((name) => `${name in shared ? place(name) : ownValue(name)} as ${name}`);
  const from = postgres
    ? `unnest(${own.map((name) => `${place(name)}[]`).join(", ")}) as own(${own.join(", ")})`
    : "json_each(?)";
  const arrays = postgres
    ? own.map((name) => arrayLiteral(rows.map((row) => row[name] ?? null)))
    : [JSON.stringify(rows.map((row) => own.map((name) => row[name] ?? null)))];
  return {
    sql: `(select ${fields.join(", ")} from ${from}) as ${alias}`,
    bindings: [...names.filter((name) => name in shared).map((name) => shared[name] ?? null), ...arrays],
  };
}

export interface Statement {
  sql: string;
  bindings: Binding[];
}

/**
 * Maximum rows of an insert with `values`, the fastest form. Each number of rows needs a separate prepared
 * statement, so the maximum is low.
 */
const FEW_ROWS = 8;

/**
 * Returns an insert of any number of rows, or null for no rows. Appends `suffix` unchanged (`on conflict …`).
 * `given` contains values that all rows share.
 */
export function insertStatement(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Row[],
  suffix = "",
  given: Row = {},
): Statement | null {
  if (rows.length === 0) return null;
  const list = Object.keys(columns);
  const names = list.join(", ");
  if (rows.length <= FEW_ROWS) {
    const places = `(${list.map(() => "?").join(", ")})`;
    return {
      sql: `insert into ${table} (${names}) values ${rows.map(() => places).join(", ")} ${suffix}`,
      bindings: rows.flatMap((row) => list.map((name) => row[name] ?? given[name] ?? null)),
    };
  }
  return insertFrom(table, names, rowsFrom(db, "incoming", columns, rows, given), `true ${suffix}`);
}

/** Returns an insert like `insertStatement` that inserts nothing unless the SQL condition is true. */
export const conditionalInsert = (
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Row[],
  condition: string,
  suffix = "",
): Statement | null =>
  rows.length === 0 || condition === "true"
    ? insertStatement(db, table, columns, rows, suffix)
    : insertFrom(
        table,
        Object.keys(columns).join(", "),
        rowsFrom(db, "incoming", columns, rows),
        `${condition} ${suffix}`,
      );

function insertFrom(
  table: string,
  names: string,
  source: ReturnType<typeof rowsFrom>,
  where: string,
): Statement {
  // Without a `where`, SQLite parses `on conflict` after a select as a join condition.
  return {
    sql: `insert into ${table} (${names}) select ${names} from ${source.sql} where ${where}`,
    bindings: source.bindings,
  };
}

/** Inserts any number of rows in one statement. Appends `suffix` unchanged (`on conflict …`). */
export async function bulkInsert(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Record<string, Value>[],
  suffix = "",
): Promise<void> {
  const statement = insertStatement(db, table, columns, rows, suffix);
  if (statement) await rawChanges(db, statement.sql, statement.bindings);
}

/** The first `limit` rows of a table that match a condition. */
export interface Chunk {
  table: string;
  /** Columns of the primary key. */
  key: readonly string[];
  where: string;
  bindings: readonly Binding[];
  order: string;
  limit: number;
}

/** Deletes a chunk, except rows locked by other transactions. Returns the number of deleted rows. */
export async function deleteChunk(db: Db, chunk: Chunk): Promise<number> {
  const { sql, bindings } = chunkDeletion(db, chunk);
  return rawChanges(db, sql, bindings);
}

/** Deletes a chunk like `deleteChunk`, and returns columns of the deleted rows. */
export async function takeChunk<T>(
  db: Db,
  chunk: Chunk,
  columns: readonly (keyof T & string)[],
): Promise<T[]> {
  const { sql, bindings } = chunkDeletion(db, chunk);
  return rawRows<T>(db, `${sql} returning ${columns.join(", ")}`, bindings);
}

function chunkDeletion(db: Db, { table, key, where, bindings, order, limit }: Chunk): Statement {
  const columns = key.join(", ");
  return {
    sql: `with chunk as materialized (select ${columns} from ${table} where ${where} order by ${order} limit ?
       ${lockClause(db, "for update skip locked")})
     delete from ${table} where (${columns}) in (select ${columns} from chunk)`,
    bindings: [...bindings, limit],
  };
}

/** Returns `column in (values)` with one bind for any number of values. */
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

// PostgreSQL uses index lookups for many keys of an account only if its statistics say that the account has
// many rows. Statistics lag behind a fast-growing account. PostgreSQL would then read all rows of the account
// for each thousand keys. A lateral subquery with `limit` forces index lookups.

interface Keys {
  table: string;
  accountId: string;
  /** Column that is unique together with `account_id`. */
  key: string;
}

/** Returns the condition that a row of `alias` belongs to the account and has one of the keys. */
export const keyAnyOf = (
  db: Db,
  alias: string,
  { table, accountId, key }: Keys,
  type: ColumnType,
  values: readonly string[],
): Knex.Raw =>
  dialectOf(db) === "postgres"
    ? db.raw("??.account_id = ? and ?", [alias, accountId, anyOf(db, `${alias}.${key}`, type, values)])
    : db.raw(
        `${alias}.rowid in (select t.rowid from json_each(?) k
           cross join ${table} t on t.account_id = ? and t.${key} = k.value)`,
        [JSON.stringify(values), accountId],
      );

/** Returns the columns for `<rows> in (select <selected> …)`: the key on PostgreSQL, the rowid on SQLite. */
export const rowsNamed = (
  db: Db,
  key: readonly string[],
  alias: string,
): { rows: string; selected: string } =>
  dialectOf(db) === "postgres"
    ? { rows: `(${key.join(", ")})`, selected: key.map((column) => `${alias}.${column}`).join(", ") }
    : { rows: "rowid", selected: `${alias}.rowid` };

/**
 * Returns the join keyword that keeps the written order on SQLite. PostgreSQL's planner chooses the order.
 */
export const orderedJoin = (db: Db): string => (dialectOf(db) === "postgres" ? "join" : "cross join");

/** Returns the account's rows with any of the keys. On PostgreSQL, locks the rows in key order. */
export async function lockEach<T>(
  db: Db,
  { table, accountId, key }: Keys,
  type: ColumnType,
  columns: readonly string[],
  keys: readonly string[],
): Promise<T[]> {
  const ordered = [...keys].sort();
  const selected = columns.join(", ");
  return dialectOf(db) === "postgres"
    ? rawRows<T>(
        db,
        `select r.* from unnest(?::${type}[]) as k(value) cross join lateral
           (select ${selected} from ${table} where account_id = ? and ${key} = k.value limit 1 for update) as r`,
        [arrayLiteral(ordered), accountId],
      )
    : rawRows<T>(
        db,
        `select ${selected} from ${table} where account_id = ? and ${key} in (select value from json_each(?))`,
        [accountId, JSON.stringify(ordered)],
      );
}

/**
 * Acquires the exclusive locks of the names, in sorted order, until the transaction ends. On SQLite, takes
 * the write lock instead.
 */
export async function lockNames(trx: Db, names: readonly string[]): Promise<void> {
  if (dialectOf(trx) === "sqlite") return beginWrite(trx);
  const sql = "select pg_advisory_xact_lock(hashtextextended(n.name, 0)) from unnest(?::text[]) as n(name)";
  await rawRows(trx, sql, [arrayLiteral([...names].sort())]);
}

/**
 * Returns the end of `update <table> set … from <rows of rowsFrom>`, which matches rows by key. On PostgreSQL
 * the table's rows must already be locked.
 */
export function whereKeysMatch(
  db: Db,
  alias: string,
  { table, accountId, key }: Keys,
): { sql: string; bindings: Binding[] } {
  const sql =
    dialectOf(db) === "postgres"
      ? `cross join lateral
           (select t.ctid as place from ${table} t where t.account_id = ? and t.${key} = ${alias}.${key} limit 1) as at
         where ${table}.ctid = at.place`
      : `where ${isRow(db, table, (row) => `${row}.account_id = ? and ${row}.${key} = ${alias}.${key}`)}`;
  return { sql, bindings: [accountId] };
}

/**
 * Returns a condition for `update <table> set … from <rows of rowsFrom>` that matches rows by a unique key.
 * Without statistics, SQLite would scan all rows of the account for each row. The subquery forces an index
 * lookup.
 */
export const isRow = (db: Db, table: string, condition: (row: string) => string): string =>
  dialectOf(db) === "postgres"
    ? condition(table)
    : `${table}.rowid = (select t.rowid from ${table} t where ${condition("t")})`;

/** Returns a left join with the one row that a unique key finds. See the note above `Keys`. */
export function leftJoinOne(db: Db, table: string, alias: string, condition: string): string {
  return dialectOf(db) === "postgres"
    ? `left join lateral (select ${alias}.* from ${table} ${alias} where ${condition} limit 1) as ${alias} on true`
    : `left join ${table} ${alias} on ${condition}`;
}
