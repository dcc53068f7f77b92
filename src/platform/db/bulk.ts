import type { Knex } from "knex";
import { type Db, dialectOf, lockClause, rawChanges, rawRows } from "./dialect";

/** PostgreSQL types of the columns of a bulk statement; SQLite takes values as they come. */
export type ColumnType = "uuid" | "text" | "bigint" | "integer" | "smallint" | "boolean";
export type Columns = Record<string, ColumnType>;

type Value = string | number | boolean | null;

const CONTROL_CHARACTER = /[\x00-\x1f]/;

/** Ids, numbers and codes stand as they are; `null` would be none. */
const BARE = /^(?!null$)[\w+-]+$/i;

/** JSON escapes quotes and backslashes as an array literal does, and natively; control characters stand as they are. */
function quoted(text: string): string {
  if (text.length <= 36 && BARE.test(text)) return text;
  if (!text.includes('"') && !text.includes("\\")) return `"${text}"`;
  if (!CONTROL_CHARACTER.test(text)) return JSON.stringify(text);
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/**
 * PostgreSQL's text form of an array, without nested ones. The driver would write it as well, at five times the cost
 * where texts are full of quotes, as JSON is.
 */
export function arrayLiteral(values: readonly Value[]): string {
  let last: string | null = null;
  let text = "";
  const texts = values.map((value) => {
    if (typeof value !== "string") return String(value);
    // Neighbours are often alike.
    if (value !== last) [last, text] = [value, quoted(value)];
    return text;
  });
  return `{${texts.join(",")}}`;
}

/** From so many rows on, a column that has the same value in all of them is sent once. */
const MANY_ROWS = 50;

/** The columns that are the same in all rows. One at least is not counted among them: it makes the rows. */
function sharedColumns(names: readonly string[], rows: readonly Record<string, Value>[]): Set<string> {
  const [first] = rows;
  if (!first || rows.length < MANY_ROWS) return new Set();
  const shared = names.slice(1).filter((name) => rows.every((row) => row[name] === first[name]));
  return new Set(shared);
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
  const postgres = dialectOf(db) === "postgres";
  const names = Object.keys(columns);
  const shared = sharedColumns(names, rows);
  const own = names.filter((name) => !shared.has(name));
  const place = (name: string) => (postgres ? `?::${columns[name]}` : "?");
  const ownValue = (name: string) => (postgres ? name : `json_extract(value, '$[${own.indexOf(name)}]')`);
  const fields = names.map((name) => `${shared.has(name) ? place(name) : ownValue(name)} as ${name}`);
  const from = postgres
    ? `unnest(${own.map((name) => `${place(name)}[]`).join(", ")}) as own(${own.join(", ")})`
    : "json_each(?)";
  const arrays = postgres
    ? own.map((name) => arrayLiteral(rows.map((row) => row[name] ?? null)))
    : [JSON.stringify(rows.map((row) => own.map((name) => row[name] ?? null)))];
  return {
    sql: `(select ${fields.join(", ")} from ${from}) as ${alias}`,
    bindings: [...[...shared].map((name) => rows[0]?.[name] ?? null), ...arrays],
  };
}

/** A statement with its values, to be run by itself or together with others. */
export interface Statement {
  sql: string;
  bindings: Knex.RawBinding[];
}

/** Up to so many rows are written value by value, which is planned and done fastest; a statement is kept for each number. */
const FEW_ROWS = 8;

/** Inserts any number of rows, or null where there are none. `suffix` is appended as it is (`on conflict …`). */
export function insertStatement(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Record<string, Value>[],
  suffix = "",
): Statement | null {
  if (rows.length === 0) return null;
  const list = Object.keys(columns);
  const names = list.join(", ");
  if (rows.length <= FEW_ROWS) {
    const places = `(${list.map(() => "?").join(", ")})`;
    return {
      sql: `insert into ${table} (${names}) values ${rows.map(() => places).join(", ")} ${suffix}`,
      bindings: rows.flatMap((row) => list.map((name) => row[name] ?? null)),
    };
  }
  const source = rowsFrom(db, "incoming", columns, rows);
  // SQLite reads `on conflict` after a select as a join condition unless a where stands between them.
  return {
    sql: `insert into ${table} (${names}) select ${names} from ${source.sql} where true ${suffix}`,
    bindings: source.bindings,
  };
}

/** Inserts any number of rows in one statement. `suffix` is appended as it is (`on conflict …`). */
export async function bulkInsert(
  db: Db,
  table: string,
  columns: Columns,
  rows: readonly Record<string, Value>[],
  suffix = "",
): Promise<void> {
  const statement = insertStatement(db, table, columns, rows, suffix);
  if (statement) await db.raw(statement.sql, statement.bindings);
}

/** Some of the rows of a table. */
export interface Chunk {
  table: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** What the rows have in common. */
  where: string;
  bindings: readonly Knex.RawBinding[];
  /** The first ones in this order go. */
  order: string;
  limit: number;
}

/** Deletes a chunk in one statement, without those that others hold; answers how many went. */
export async function deleteChunk(db: Db, chunk: Chunk): Promise<number> {
  const { sql, bindings } = chunkDeletion(db, chunk);
  return rawChanges(db, sql, bindings);
}

/** The same, and answers these columns of the rows that went. */
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

// PostgreSQL looks up many keys of an account one by one where it believes that the account has many rows. It believes
// its statistics, which lag behind: of an account that grows fast it would read all rows, for each thousand keys again.
// A lateral subquery with a limit leaves it no choice.

export interface Keys {
  table: string;
  accountId: string;
  /** A column that together with `account_id` is unique. */
  key: string;
}

/** A condition on rows of an account, called `alias`: that their key, which need not be unique here, is any of these. */
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

/** How `… in (select …)` names rows, of which the select calls one `alias`: by their key, on SQLite by their place. */
export const rowsNamed = (
  db: Db,
  key: readonly string[],
  alias: string,
): { rows: string; selected: string } =>
  dialectOf(db) === "postgres"
    ? { rows: `(${key.join(", ")})`, selected: key.map((column) => `${alias}.${column}`).join(", ") }
    : { rows: "rowid", selected: `${alias}.rowid` };

/** Joins in the order that is written, which PostgreSQL finds by itself. */
export const orderedJoin = (db: Db): string => (dialectOf(db) === "postgres" ? "join" : "cross join");

/** The rows of an account with any of the keys, looked up and locked in the order of the keys. */
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
 * What follows `update <table> set … from <rows of rowsFrom>`: joins the rows with those of the table that have the
 * same key. On PostgreSQL the table's rows have to be locked already.
 */
export function whereKeysMatch(
  db: Db,
  alias: string,
  { table, accountId, key }: Keys,
): { sql: string; bindings: Knex.RawBinding[] } {
  const sql =
    dialectOf(db) === "postgres"
      ? `cross join lateral
           (select t.ctid as place from ${table} t where t.account_id = ? and t.${key} = ${alias}.${key} limit 1) as at
         where ${table}.ctid = at.place`
      : `where ${isRow(db, table, (row) => `${row}.account_id = ? and ${row}.${key} = ${alias}.${key}`)}`;
  return { sql, bindings: [accountId] };
}

/**
 * A condition of `update <table> set … from <rows of rowsFrom>`: the table's row is the one that `condition` says, by a
 * unique key. SQLite looks it up for each of the rows; left to itself, it would go through all rows for each of the
 * account's, for without statistics it believes that an account has ten.
 */
export const isRow = (db: Db, table: string, condition: (row: string) => string): string =>
  dialectOf(db) === "postgres"
    ? condition(table)
    : `${table}.rowid = (select t.rowid from ${table} t where ${condition("t")})`;

/** A left join with the one row of a table, called `alias`, that the condition finds by a unique key; see above. */
export function leftJoinOne(db: Db, table: string, alias: string, condition: string): string {
  return dialectOf(db) === "postgres"
    ? `left join lateral (select ${alias}.* from ${table} ${alias} where ${condition} limit 1) as ${alias} on true`
    : `left join ${table} ${alias} on ${condition}`;
}
