import type { Knex } from "knex";
import type { Limits } from "./limits";
import { type PostgresConfig, SafePostgresClient } from "./postgres-dialect";
import type { PostgresServers } from "./postgres-servers";

/** Maximum wait for a free connection, in milliseconds. */
const ACQUIRE_TIMEOUT_MS = 5_000;

// Silences knex, which also throws each failure. Standard output is reserved for the service's log.
const QUIET: Knex.Logger = { warn() {}, error() {}, deprecate() {}, debug() {} };
/** Configuration of knex for both databases. */
export const COMMON = {
  log: QUIET,
  // Keeps bind values, which include secrets and phone numbers, out of error messages.
  compileSqlOnError: false,
  acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
};

interface PostgresOptions {
  servers: PostgresServers;
  poolSize: number;
  limits: Limits;
}

export function postgresConfig({ servers, poolSize, limits }: PostgresOptions): PostgresConfig {
  return {
    client: SafePostgresClient,
    limits,
    servers,
    ...COMMON,
    connection: {
      query_timeout: limits.response,
      keepAlive: true,
      application_name: "recado",
    },
    pool: { min: 0, max: poolSize },
  };
}
