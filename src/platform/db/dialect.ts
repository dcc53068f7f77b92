import type { Knex } from "knex";

/** A connection or a transaction; store functions accept either. */
export type Db = Knex;
export type Dialect = "sqlite" | "postgres";

/** Returns the dialect of a connection. Only this function inspects the client for it. */
export function dialectOf(db: Db): Dialect {
  const { dialect } = db.client as Knex.Client;
  return dialect === "postgresql" ? "postgres" : "sqlite";
}

/** Locks rows and skips rows locked by others. SQLite has a single writer and needs no row locks. */
export function skipLocked<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate().skipLocked() as T) : query;
}

/** Locks rows and waits for rows locked by others. SQLite has a single writer and needs no row locks. */
export function lockRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate() as T) : query;
}

/**
 * Locks rows against changes and deletions; several transactions can hold the lock. SQLite needs no row
 * locks.
 */
export function lockSharedRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forShare() as T) : query;
}

/**
 * Takes SQLite's write lock; call it first in a transaction that reads before it writes. A SQLite transaction
 * that began with a read cannot write if another process wrote in between. On PostgreSQL row locks serve that
 * purpose.
 */
export async function beginWrite(trx: Db): Promise<void> {
  if (dialectOf(trx) === "sqlite") await trx.raw("update membership_ticks set value = value where false");
}

/**
 * Acquires the exclusive lock of a name until the transaction ends, and waits for its shared holders. Other
 * names are unaffected. On SQLite it takes the write lock.
 */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await trx.raw("select pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
  } else await beginWrite(trx);
}

/**
 * Acquires the shared lock of a name until the transaction ends; any number of transactions can hold it.
 * `lockName` waits for them, `nameIsFree` only checks. Does nothing on SQLite.
 */
export async function shareName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await trx.raw("select pg_advisory_xact_lock_shared(hashtextextended(?, 0))", [name]);
  }
}

/**
 * Returns the condition that no transaction holds the shared lock of a name, given as an SQL expression.
 * Always true on SQLite, which has a single writer.
 */
export const nameIsFree = (db: Db, name: string): string =>
  dialectOf(db) === "postgres" ? `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` : "true";

/** Returns the locking clause of a raw select, empty on SQLite, which has a single writer. */
export const lockClause = (db: Db, clause: "for update" | "for update skip locked"): string =>
  dialectOf(db) === "postgres" ? clause : "";

/** Returns the number for this database. SQLite runs inside the process and blocks it during a statement. */
export const fitting = (db: Db, numbers: Readonly<Record<Dialect, number>>): number => numbers[dialectOf(db)];

/**
 * Returns a bind with an explicit type, for places where PostgreSQL cannot infer it. SQLite needs no type.
 */
export function typedBind(db: Db, type: "uuid" | "text" | "bigint"): string {
  return dialectOf(db) === "postgres" ? `?::${type}` : "?";
}

export async function rawRows<T>(
  db: Db,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<T[]> {
  const result = (await db.raw(sql, bindings)) as { rows: T[] } | T[];
  return Array.isArray(result) ? result : result.rows;
}

/** Runs a raw statement and returns the number of changed rows. */
export async function rawChanges(
  db: Db,
  sql: string,
  bindings: readonly Knex.RawBinding[] = [],
): Promise<number> {
  const result = (await db.raw(sql, bindings)) as { rowCount?: number | null; changes?: number };
  return result.rowCount ?? result.changes ?? 0;
}

/**
 * Selects a long text as bytes if the driver can return bytes directly. As strings, texts of tens of
 * kilobytes would dominate garbage collection. Read the column with `bytesOf`.
 */
export function textAsBytes(db: Db, column: string): Knex.Raw {
  return dialectOf(db) === "sqlite"
    ? db.raw("cast(?? as blob) as ??", [column, column])
    : db.raw("??", [column]);
}

/** Returns a column selected with `textAsBytes` as UTF-8. */
export const bytesOf = (value: string | Buffer): Buffer =>
  typeof value === "string" ? Buffer.from(value) : value;

/**
 * Returns the SQL function for the position of the second text in the first, from 1; 0 if it is not found.
 */
export const positionFunction = (db: Db): "strpos" | "instr" =>
  dialectOf(db) === "postgres" ? "strpos" : "instr";

/**
 * Returns an SQL expression for the keys of a column's JSON object, separated by commas; null for an empty
 * object.
 */
export const jsonKeys = (db: Db, column: string): string =>
  dialectOf(db) === "postgres"
    ? `(select string_agg(k, ',' order by k) from json_object_keys(${column}::json) k)`
    : `(select group_concat(key) from json_each(${column}))`;

/**
 * An SQL expression: the UUID in a text column if the condition holds. Other texts are not cast, as that
 * would fail.
 */
export const uuidInText = (db: Db, column: string, condition: string): string =>
  dialectOf(db) === "postgres" ? `case when ${condition} then ${column}::uuid end` : column;
