import { dirname } from "node:path";
import knex, { type Knex } from "knex";
import { makePrivateDirectory, makePrivateFile } from "../private-files";
import { DurabilityGate, type Flush, flushFile } from "./durability";
import { SqliteClient } from "./sqlite-client";
import { rememberStatements, type SqliteConnection } from "./sqlite-connection";
import { noteFailure } from "./write-probe";

/**
 * From so many pages on, of 4 KiB, a commit moves the write-ahead log into the database file. In the service a thread
 * has then done most of it already (checkpoints.ts).
 */
const CHECKPOINT_PAGES = 2_000;

/** How long an opening connection waits for others, in milliseconds: longer than a closing one takes to tidy up. */
const OPEN_PATIENCE_MS = 5_000;

/** A connection as the driver makes it, which belongs to no pool. */
export async function connectToSqlite(file: string): Promise<SqliteConnection> {
  const client = new SqliteClient({
    client: SqliteClient,
    connection: { filename: file },
    useNullAsDefault: true,
  });
  return (await client.acquireRawConnection()) as SqliteConnection;
}

/** `flush` flushes the log of what is committed; null where nothing has to outlast a power cut. */
export function openSqlite(file: string, common: Knex.Config, flush: Flush | null = flushFile): Knex {
  if (file !== ":memory:") {
    makePrivateDirectory(dirname(file));
    // SQLite gives the files beside it the same permissions.
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
        // Of new databases only, before anything else is written: others are changed by `VACUUM` (vacuum.ts). The
        // statement writes to every database, and would wait for the lock of a process that is writing.
        if (isNew(connection)) connection.pragma("auto_vacuum = INCREMENTAL");
        connection.pragma("journal_mode = WAL");
        // At NORMAL a commit is not flushed by SQLite itself: the gate sees to it that it is before anybody is told.
        connection.pragma(`synchronous = ${flush === null ? "OFF" : "NORMAL"}`);
        connection.pragma("foreign_keys = ON");
        // What is deleted is overwritten: names and texts must not stay behind in free pages.
        connection.pragma("secure_delete = ON");
        connection.pragma("cache_size = -65536");
        connection.pragma("temp_store = MEMORY");
        connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        // SQLite waits by sleeping, which stops the whole process: from here on the client does it (lock-wait.ts).
        connection.pragma("busy_timeout = 0");
        rememberStatements(connection);
        const { durability } = settings;
        if (durability) durability.moveLog = () => moveLog(connection);
        done(null, connection);
      },
    },
  };
  if (flush !== null && file !== ":memory:") {
    const onFailure = (error: Error) => noteFailure(configOf(database), error);
    settings.durability = new DurabilityGate({ logFile: `${file}-wal`, flush, onFailure });
  }
  const database = knex(settings);
  return database;
}

function isNew(connection: SqliteConnection): boolean {
  const [{ page_count: pages }] = connection.pragma("page_count") as [{ page_count: number }];
  return pages === 0;
}

/** As knex has copied it. */
const configOf = (database: Knex) => (database.client as { config: Knex.Config }).config;

function moveLog(connection: SqliteConnection): boolean {
  if (connection.inTransaction) return false;
  const [state] = connection.pragma("wal_checkpoint(truncate)") as { busy: number }[];
  return state?.busy === 0;
}
