import { loadSqlite } from "./sqlite-driver";

interface SqliteStatement {
  readonly readonly: boolean;
  all(bindings: readonly unknown[]): unknown[];
  /** Reads row by row. Until the last row, the connection runs no other statement that writes. */
  iterate(bindings: readonly unknown[]): IterableIterator<unknown>;
  run(bindings: readonly unknown[]): unknown;
}

export interface SqliteConnection {
  /** Path of the file, or `:memory:`. */
  readonly name: string;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  exec(sql: string): unknown;
  close(): void;
}

/** Maximum cached statements, more than the service's distinct statements. */
const MAX_STATEMENTS = 256;

/**
 * Caches prepared statements. knex prepares a statement for each use, which costs as much as running a small
 * one.
 */
export function rememberStatements(connection: SqliteConnection): void {
  const statements = new Map<string, SqliteStatement>();
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (sql) => {
    const known = statements.get(sql) ?? prepare(sql);
    statements.delete(sql);
    statements.set(sql, known);
    const oldest = statements.keys().next().value;
    if (statements.size > MAX_STATEMENTS && oldest !== undefined) statements.delete(oldest);
    return known;
  };
}

/** Opens a read-only connection, which reads committed data and never waits for a lock. */
export function openBeside(file: string): SqliteConnection {
  const connection = new (loadSqlite())(file, { readonly: true, timeout: 0 }) as SqliteConnection;
  connection.pragma("temp_store = MEMORY");
  rememberStatements(connection);
  return connection;
}
