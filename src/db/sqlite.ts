import { dirname } from "node:path";
import knex, { type Knex } from "knex";
import { makePrivateDirectory, makePrivateFile } from "../private-files";
import { type SqliteConnection, SqliteClient } from "./sqlite-client";

/**
 * From so many pages on, of 4 KiB, a commit moves the write-ahead log into the database file. In the service a thread
 * has then done most of it already (checkpoints.ts).
 */
const CHECKPOINT_PAGES = 2_000;

/** How long an opening connection waits for others, in milliseconds: longer than a closing one takes to tidy up. */
const OPEN_PATIENCE_MS = 5_000;

/** Statements kept ready: more than the service has forms of, so that only one-off statements push others out. */
const MAX_STATEMENTS = 256;

/** knex prepares each statement anew, which costs as much as running a small one. */
function rememberStatements(connection: SqliteConnection): void {
  const statements = new Map<string, unknown>();
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

/** A connection as the driver makes it, which belongs to no pool. */
export async function connectToSqlite(file: string): Promise<SqliteConnection> {
  const client = new SqliteClient({
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
  });
  return (await client.acquireRawConnection()) as SqliteConnection;
}

export function openSqlite(file: string, common: Knex.Config): Knex {
  if (file !== ":memory:") {
    makePrivateDirectory(dirname(file));
    // SQLite gives the files beside it the same permissions.
    makePrivateFile(file);
  }
  return knex({
    ...common,
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void) {
        connection.pragma(`busy_timeout = ${OPEN_PATIENCE_MS}`);
        // Of new databases only, before anything else is written: others are changed by `VACUUM` (vacuum.ts).
        connection.pragma("auto_vacuum = INCREMENTAL");
        connection.pragma("journal_mode = WAL");
        // better-sqlite3 opens WAL databases at NORMAL, which may lose acknowledged work with the power.
        connection.pragma("synchronous = FULL");
        connection.pragma("foreign_keys = ON");
        // What is deleted is overwritten: names and texts must not stay behind in free pages.
        connection.pragma("secure_delete = ON");
        connection.pragma("cache_size = -65536");
        connection.pragma("temp_store = MEMORY");
        connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        // SQLite waits by sleeping, which stops the whole process: from here on the client does it (lock-wait.ts).
        connection.pragma("busy_timeout = 0");
        rememberStatements(connection);
        done(null, connection);
      },
    },
  });
}
