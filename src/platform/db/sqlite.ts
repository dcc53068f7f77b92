import { dirname } from "node:path";
import knex, { type Knex } from "knex";
import { makePrivateDirectory, makePrivateFile } from "../private-files";
import { DurabilityGate, type Flush, flushFile } from "./durability";
import { SqliteClient } from "./sqlite-client";
import { rememberStatements, type SqliteConnection } from "./sqlite-connection";
import { recordFailure } from "./write-probe";

/**
 * Log size, in pages, at which a commit moves the log into the database file. Usually a thread has already
 * moved most pages (checkpoints.ts).
 */
const CHECKPOINT_PAGES = 2_000;

/** Longest wait of an opening connection, in milliseconds. A closing connection may be moving the log. */
const OPEN_TIMEOUT_MS = 5_000;

/**
 * Makes SQLite write its temporary files into the directory of the database, because other users may read the
 * system's temporary directory. SQLite reads the variable once, when the process opens its first database.
 */
function useTemporaryDirectory(file: string): void {
  if (file !== ":memory:") process.env.SQLITE_TMPDIR ??= dirname(file);
}

/** Opens a connection outside of any pool. */
export async function connectToSqlite(file: string): Promise<SqliteConnection> {
  useTemporaryDirectory(file);
  const client = new SqliteClient({
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
  });
  return (await client.acquireRawConnection()) as SqliteConnection;
}

/** Opens a SQLite database. `flush` is null if commits need not survive a power cut. */
export function openSqlite(file: string, common: Knex.Config, flush: Flush | null = flushFile): Knex {
  useTemporaryDirectory(file);
  if (file !== ":memory:") {
    makePrivateDirectory(dirname(file));
    // SQLite creates its log with the permissions of the database file.
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
        connection.pragma(`busy_timeout = ${OPEN_TIMEOUT_MS}`);
        // `auto_vacuum` takes effect only in a new database; `VACUUM` switches existing ones (vacuum.ts). The
        // statement always writes, and would wait for the lock of another process.
        if (isNew(connection)) connection.pragma("auto_vacuum = INCREMENTAL");
        connection.pragma("journal_mode = WAL");
        // With `synchronous = NORMAL`, SQLite does not flush commits. `durability.ts` flushes them.
        connection.pragma(`synchronous = ${flush === null ? "OFF" : "NORMAL"}`);
        connection.pragma("foreign_keys = ON");
        // Overwrites deleted names and texts in free pages.
        connection.pragma("secure_delete = ON");
        connection.pragma("cache_size = -65536");
        connection.pragma("temp_store = MEMORY");
        connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        // SQLite's wait for a lock would block the process. The client waits instead (lock-wait.ts).
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

/** Returns knex's copy of the config. */
const configOf = (database: Knex) => (database.client as { config: Knex.Config }).config;

function moveLog(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  const [state] = connection.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return state?.busy === 0;
}
