import { dirname } from "node:path";
import knex, { type Knex } from "knex";
import { makePrivateDirectory, makePrivateFile } from "../private-files";
import { DurabilityGate, type Flush, flushFile } from "./durability";
import { SqliteClient } from "./sqlite-client";
import { rememberStatements, type SqliteConnection } from "./sqlite-connection";
import { recordFailure } from "./write-probe";

/**
 * Log size, in pages of 4 KiB, at which a commit moves the write-ahead log into the database file. In the
 * service a thread has usually moved most of it already (checkpoints.ts).
 */
const CHECKPOINT_PAGES = 2_000;

/**
 * Longest wait of an opening connection, in milliseconds: longer than a closing connection takes to move the
 * log.
 */
const OPEN_PATIENCE_MS = 5_000;

/** Opens a connection that belongs to no pool. */
export async function connectToSqlite(file: string): Promise<SqliteConnection> {
  const client = new SqliteClient({
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
  });
  return (await client.acquireRawConnection()) as SqliteConnection;
}

/**
 * Opens a SQLite database. `flush` flushes the log after commits; null if commits need not survive a power
 * cut.
 */
export function openSqlite(file: string, common: Knex.Config, flush: Flush | null = flushFile): Knex {
  if (file !== ":memory:") {
    makePrivateDirectory(dirname(file));
    // SQLite creates the files beside it with the same permissions.
    makePrivateFile(file);
  }
  const settings: Knex.Config & { durability?: DurabilityGate } = {
    ...common,
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void) {
        connection.pragma(`busy_timeout = ${OPEN_PATIENCE_MS}`);
        // Only for new databases, before the first write; others are switched by `VACUUM` (vacuum.ts). The
        // statement writes to every database, and would wait for the lock of another writing process.
        if (isNew(connection)) connection.pragma("auto_vacuum = INCREMENTAL");
        connection.pragma("journal_mode = WAL");
        // At NORMAL SQLite does not flush commits. The gate flushes them before the caller's promise
        // resolves.
        connection.pragma(`synchronous = ${flush === null ? "OFF" : "NORMAL"}`);
        connection.pragma("foreign_keys = ON");
        // Deleted data is overwritten, so that names and texts do not stay in free pages.
        connection.pragma("secure_delete = ON");
        connection.pragma("cache_size = -65536");
        connection.pragma("temp_store = MEMORY");
        connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        // SQLite waits by sleeping, which blocks the process. From here on the client waits instead
        // (lock-wait.ts).
        connection.pragma("busy_timeout = 0");
        rememberStatements(connection);
        const { durability } = settings;
        if (durability) durability.moveLog = () => moveLog(connection);
        done(null, connection);
      },
    },
  };
  if (flush !== null && file !== ":memory:") {
    const onFailure = (error: Error) => recordFailure(configOf(database), error);
    settings.durability = new DurabilityGate({ logFile: `${file}-wal`, flush, onFailure });
  }
  const database = knex(settings);
  return database;
}

function isNew(connection: SqliteConnection): boolean {
  const [{ page_count: pages }] = connection.pragma("page_count") as [{ page_count: number }];
  return pages === 0;
}

/** Returns the config as copied by knex. */
const configOf = (database: Knex) => (database.client as { config: Knex.Config }).config;

function moveLog(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  const [state] = connection.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return state?.busy === 0;
}
