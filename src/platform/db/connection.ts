import knex, { type Knex } from "knex";
import { types } from "pg";
import type { Flush } from "./durability";
import { type Limits, LIMITS } from "./limits";
import { type PostgresConfig, SafePostgresClient } from "./postgres-dialect";
import { type PostgresServers, serversOf } from "./postgres-servers";
import { openSqlite } from "./sqlite";

// Counts, sizes and instants stay below 2^53, so both databases return bigint as a number.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

/** Longest time that a request waits for a free connection, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 5_000;

// Silences knex, which throws each failure too. Standard output is reserved for the service's log.
const QUIET: Knex.Logger = { warn() {}, error() {}, deprecate() {}, debug() {} };
// Keeps bind values, which include secrets and phone numbers, out of error messages.
const STATEMENTS_WITHOUT_VALUES = { compileSqlOnError: false };

export interface DatabaseOptions {
  /** `postgres://…` with one or several hosts, or null for the SQLite file. */
  url: string | null;
  sqliteFile: string;
  poolSize: number;
  /** Default limits of statements and transactions on PostgreSQL. */
  limits?: Limits;
  /** Flushes SQLite's log; null if commits need not survive a power cut. */
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

function openPostgres(url: string, poolSize: number, limits: Limits): Knex {
  return knex(postgresConfig({ servers: serversOf(url), poolSize, limits }));
}

export interface PostgresOptions {
  servers: PostgresServers;
  poolSize: number;
  limits: Limits;
}

/** Returns knex's configuration of a pool of connections to PostgreSQL. */
export function postgresConfig({ servers, poolSize, limits }: PostgresOptions): PostgresConfig {
  return {
    client: SafePostgresClient,
    limits,
    servers,
    log: QUIET,
    ...STATEMENTS_WITHOUT_VALUES,
    connection: {
      query_timeout: limits.response,
      keepAlive: true,
      application_name: "recado",
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
  };
}
