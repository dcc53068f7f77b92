import type { Knex } from "knex";
import { runOnPostgres } from "./postgres-direct";

/** A connection or a transaction; store functions accept either. */
export type Db = Knex;
export type Dialect = "sqlite" | "postgres";

export function dialectOf(db: Db): Dialect {
  const { dialect } = db.client as Knex.Client;
  return dialect === "postgresql" ? "postgres" : "sqlite";
}

/** Locks rows on PostgreSQL, and skips rows locked by other transactions. SQLite has a single writer. */
export function skipLocked<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate().skipLocked() as T) : query;
}

/** Locks rows on PostgreSQL, and waits for rows locked by other transactions. SQLite has a single writer. */
export function lockRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forUpdate() as T) : query;
}

/**
 * Locks rows on PostgreSQL against changes, but not against other shared locks. SQLite has a single writer.
 */
export function lockSharedRows<T extends Knex.QueryBuilder>(db: Db, query: T): T {
  return dialectOf(db) === "postgres" ? (query.forShare() as T) : query;
}

/**
 * Takes SQLite's write lock. Must be called first in a transaction that reads before it writes: the write
 * would fail if another process had written since the read. Does nothing on PostgreSQL.
 */
export async function beginWrite(trx: Db): Promise<void> {
  if (dialectOf(trx) === "sqlite") await trx.raw("update membership_ticks set value = value where false");
}

/** Acquires the exclusive lock of a name until the transaction ends. Takes the write lock on SQLite. */
export async function lockName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await rawRows(trx, "select pg_advisory_xact_lock(hashtextextended(?, 0))", [name]);
  } else await beginWrite(trx);
}

/** Acquires a shared lock of a name until the transaction ends. Does nothing on SQLite. */
export async function shareName(trx: Db, name: string): Promise<void> {
  if (dialectOf(trx) === "postgres") {
    await rawRows(trx, "select pg_advisory_xact_lock_shared(hashtextextended(?, 0))", [name]);
  }
}

/**
 * Returns a condition that is true if no other transaction has locked the name. On PostgreSQL, a true
 * condition takes the exclusive lock. SQLite's condition is always true. `name` is an SQL expression.
 */
export const nameIsFree = (db: Db, name: string): string =>
  dialectOf(db) === "postgres" ? `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))` : "true";

/** Returns the locking clause of a raw select, which is empty on SQLite. */
export const lockClause = (db: Db, clause: "for update" | "for update skip locked"): string =>
  dialectOf(db) === "postgres" ? clause : "";

export const fitting = (db: Db, numbers: Readonly<Record<Dialect, number>>): number => numbers[dialectOf(db)];

/** Returns a bind placeholder, with a type on PostgreSQL, which cannot infer every type. */
export function typedBind(db: Db, type: "uuid" | "text" | "bigint"): string {
  return dialectOf(db) === "postgres" ? `?::${type}` : "?";
}

/** Value of a `?` of a raw statement. SQL as a value, and names (`??`), require knex's own `db.raw`. */
export type Binding = string | number | boolean | null | Buffer | string[];

export async function rawRows<T>(db: Db, sql: string, bindings: readonly Binding[] = []): Promise<T[]> {
  return dialectOf(db) === "postgres"
    ? ((await runOnPostgres(db, sql, bindings)).rows as T[])
    : ((await db.raw(sql, bindings)) as T[]);
}

export async function rawChanges(db: Db, sql: string, bindings: readonly Binding[] = []): Promise<number> {
  if (dialectOf(db) === "postgres") return (await runOnPostgres(db, sql, bindings)).rowCount ?? 0;
  return ((await db.raw(sql, bindings)) as { changes?: number }).changes ?? 0;
}

/**
 * Returns a select column with a long text, as bytes if the driver can return bytes. Long strings would
 * dominate garbage collection. `bytesOf` reads the column.
 */
export function textAsBytes(db: Db, column: string): Knex.Raw {
  return dialectOf(db) === "sqlite"
    ? db.raw("cast(?? as blob) as ??", [column, column])
    : db.raw("??", [column]);
}

export const bytesOf = (value: string | Buffer): Buffer =>
  typeof value === "string" ? Buffer.from(value) : value;

/** Returns the SQL function for the position of the second text in the first: from 1, or 0 if absent. */
export const positionFunction = (db: Db): "strpos" | "instr" =>
  dialectOf(db) === "postgres" ? "strpos" : "instr";

/**
 * Returns an SQL expression for the number after `name` in a JSON array of pairs, such as `[["sent", 5]]`.
 * The expression is null if no pair has the name.
 */
export const valueOfPair = (db: Db, column: string, name: string): string =>
  dialectOf(db) === "postgres"
    ? `(select (p.pair->>1)::bigint from json_array_elements(${column}::json) as p(pair)
         where p.pair->>0 = '${name}' limit 1)`
    : `(select json_extract(p.value, '$[1]') from json_each(${column}) as p
         where json_extract(p.value, '$[0]') = '${name}' limit 1)`;

/** Returns an SQL expression for the comma-separated keys of a JSON object; null for an empty object. */
export const jsonKeys = (db: Db, column: string): string =>
  dialectOf(db) === "postgres"
    ? `(select string_agg(k, ',' order by k) from json_object_keys(${column}::json) k)`
    : `(select group_concat(key) from json_each(${column}))`;

/**
 * Returns an SQL expression for the UUID in a text column. On PostgreSQL, a text that does not meet the
 * condition is not cast, because the cast would fail.
 */
export const uuidInText = (db: Db, column: string, condition: string): string =>
  dialectOf(db) === "postgres" ? `case when ${condition} then ${column}::uuid end` : column;
