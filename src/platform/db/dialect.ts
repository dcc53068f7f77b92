import type { Knex } from "knex";

/** A connection or a transaction: every store function takes one and does not care which. */
export type Db = Knex;
export type Dialect = "sqlite" | "postgres";

/** The one place that asks which database this is. */
export function dialectOf(db: Db): Dialect {
  const { dialect } = db.client as Knex.Client;
  return dialect === "postgresql" ? "postgres" : "sqlite";
}

/** Row locks that step around rows others hold; SQLite has one writer at a time and needs none. */
export function skipLocked<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate().skipLocked() as T) : query;
}

/** Row locks that wait; SQLite has one writer at a time and needs none. */
export function lockRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate() as T) : query;
}

/** Row locks that others may share and that keep changes and deletions away; SQLite needs none. */
export function lockSharedRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forShare() as T) : query;
}

/**
 * Comes first in a transaction that reads before it writes: a SQLite transaction that begins with a read cannot turn
 * into a write when another process wrote in between. PostgreSQL has row locks for that.
 */
export async function beginWrite(trx: Db): Promise<void> {
  if (dialectOf(trx) === "sqlite") await trx.raw("update membership_ticks set value = value where false");
}

/**
 * Lets one transaction at a time do what has this name, after those that share it, and holds up no other work; SQLite
 * has one writer anyway.
 */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
  } else await beginWrite(trx);
}

/**
 * Tells that a transaction is about to change what has this name, until the transaction ends. Any number may at once:
 * `lockName` waits for them all, `nameIsFree` only asks.
 */
export async function shareName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await trx.raw("select pg_advisory_xact_lock_shared(hashtextextended(?, 0))", [name]);
  }
}

/** A condition: no transaction shares the name, an SQL expression, at the moment. SQLite has one writer at a time. */
export const nameIsFree = (db: Db, name: string): string =>
  dialectOf(db) === "postgres" ? `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` : "true";

/** What a raw select ends with that locks rows; SQLite has one writer at a time and needs nothing. */
export const lockClause = (db: Db, clause: "for update" | "for update skip locked"): string =>
  dialectOf(db) === "postgres" ? clause : "";

/** The number that fits the database. SQLite works within this process, which does nothing else meanwhile. */
export const fitting = (db: Db, numbers: Readonly<Record<Dialect, number>>): number => numbers[dialectOf(db)];

/** A bind of a stated type, for places where PostgreSQL cannot tell it; SQLite takes values as they come. */
export function typedBind(db: Db, type: "uuid" | "text" | "bigint"): string {
  return dialectOf(db) === "postgres" ? `?::${type}` : "?";
}

/** The rows of a raw statement that answers rows. */
export async function rawRows<T>(
  db: Db,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<T[]> {
  const result = (await db.raw(sql, bindings)) as { rows: T[] } | T[];
  return Array.isArray(result) ? result : result.rows;
}

/** Runs a raw statement and answers how many rows it changed. */
export async function rawChanges(
  db: Db,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<number> {
  const result = (await db.raw(sql, bindings)) as { rowCount?: number | null; changes?: number };
  return result.rowCount ?? result.changes ?? 0;
}

/**
 * Selects a long text as bytes where the driver can hand them over without making a string of them first: tens of
 * kilobytes each, strings would be most of what the garbage collector moves. Read the column with `bytesOf`.
 */
export function textAsBytes(db: Db, column: string): Knex.Raw {
  return dialectOf(db) === "sqlite"
    ? db.raw("cast(?? as blob) as ??", [column, column])
    : db.raw("??", [column]);
}

/** A column selected with `textAsBytes`, as UTF-8. */
export const bytesOf = (value: string | Buffer): Buffer =>
  typeof value === "string" ? Buffer.from(value) : value;

/** The SQL function that tells where in its first text the second begins, from 1 on; 0 where it does not. */
export const positionFunction = (db: Db): "strpos" | "instr" =>
  dialectOf(db) === "postgres" ? "strpos" : "instr";

/** An SQL expression: the keys of a column's JSON object, with commas between them; null where there are none. */
export const jsonKeys = (db: Db, column: string): string =>
  dialectOf(db) === "postgres"
    ? `(select string_agg(k, ',' order by k) from json_object_keys(${column}::json) k)`
    : `(select group_concat(key) from json_each(${column}))`;

/** An SQL expression: the UUID in a text column if the condition holds. Other texts are not cast, as that would fail. */
export const uuidInText = (db: Db, column: string, condition: string): string =>
  dialectOf(db) === "postgres" ? `case when ${condition} then ${column}::uuid end` : column;
