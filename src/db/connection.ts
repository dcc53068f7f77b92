import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import knex, { type Knex } from "knex";
import { types } from "pg";
import { SqliteClient } from "./sqlite-client";
import { type Limits, LIMITS } from "./limits";
import { SafePostgresClient } from "./postgres-dialect";

// Counts, sizes and instants stay below 2^53, so bigint comes back as a number from both databases.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

/** How long a request waits for a free connection before it is answered 503, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 5_000;

// What goes wrong is thrown as well; knex would tell standard output, which is for the log and for commands' answers.
const QUIET: Knex.Logger = { warn() {}, error() {}, deprecate() {}, debug() {} };
// Errors are logged, so their messages name the statement and never its values: secrets and phone numbers are among them.
const STATEMENTS_WITHOUT_VALUES = { compileSqlOnError: false };

export interface DatabaseOptions {
  /** `postgres://…`; without it the SQLite file is used. */
  url: string | null;
  sqliteFile: string;
  poolSize: number;
  /** Of statements and transactions on PostgreSQL that have no others. */
  limits?: Limits;
}

export function openDatabase({ url, sqliteFile, poolSize, limits = LIMITS }: DatabaseOptions): Knex {
  return url === null ? openSqlite(sqliteFile) : openPostgres(url, poolSize, limits);
}

function openPostgres(connectionString: string, poolSize: number, limits: Limits): Knex {
  const settings: Knex.Config & { limits: Limits } = {
    client: SafePostgresClient,
    limits,
    log: QUIET,
    ...STATEMENTS_WITHOUT_VALUES,
    connection: {
      connectionString,
      query_timeout: limits.answer,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      keepAlive: true,
      application_name: "recado",
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
  };
  return knex(settings);
}

interface SqliteConnection {
  prepare(sql: string): unknown;
  pragma(source: string): unknown;
}

/**
 * From so many pages on, of 4 KiB, a commit moves the write-ahead log into the database file. In the service a thread
 * has then done most of it already (checkpoints.ts).
 */
const CHECKPOINT_PAGES = 2_000;

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

function openSqlite(file: string): Knex {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  return knex({
    client: SqliteClient,
    log: QUIET,
    ...STATEMENTS_WITHOUT_VALUES,
    connection: { filename: file },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate(connection: SqliteConnection, done: (error: Error | null, connection: unknown) => void) {
        connection.pragma("journal_mode = WAL");
        // better-sqlite3 opens WAL databases at NORMAL, which may lose acknowledged work with the power.
        connection.pragma("synchronous = FULL");
        connection.pragma("foreign_keys = ON");
        connection.pragma("busy_timeout = 5000");
        connection.pragma("cache_size = -65536");
        connection.pragma("temp_store = MEMORY");
        connection.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
        rememberStatements(connection);
        done(null, connection);
      },
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
  });
}
