import knex, { type Knex } from "knex";
import { types } from "pg";
import type { Flush } from "./durability";
import { type Limits, LIMITS } from "./limits";
import { SafePostgresClient } from "./postgres-dialect";
import { openSqlite } from "./sqlite";

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
  /** How the log of SQLite is flushed; null where nothing has to outlast a power cut. */
  flush?: Flush | null;
}

export function openDatabase({ url, sqliteFile, poolSize, limits = LIMITS, flush }: DatabaseOptions): Knex {
  if (url !== null) return openPostgres(url, poolSize, limits);
  const common = {
    log: QUIET,
    ...STATEMENTS_WITHOUT_VALUES,
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
  };
  return openSqlite(sqliteFile, common, flush);
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
