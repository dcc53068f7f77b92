import { loadSqlite } from "./sqlite-driver";

export interface SqliteStatement {
  readonly readonly: boolean;
  all(bindings: readonly unknown[]): unknown[];
  run(bindings: readonly unknown[]): unknown;
}

/** The parts of the driver's connection that are used. */
export interface SqliteConnection {
  /** The file, or `:memory:`. */
  readonly name: string;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): SqliteStatement;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  exec(sql: string): unknown;
  close(): void;
}

/** Statements kept ready: more than the service has forms of, so that only one-off statements push others out. */
const MAX_STATEMENTS = 256;

/** knex prepares each statement anew, which costs as much as running a small one. */
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

/** A second connection to a file that one has open already. It reads what is committed, and waits for nobody. */
export function openBeside(file: string): SqliteConnection {
  const connection = new (loadSqlite())(file, { readonly: true, timeout: 0 }) as SqliteConnection;
  connection.pragma("temp_store = MEMORY");
  rememberStatements(connection);
  return connection;
}
