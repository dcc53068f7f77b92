import type { Knex } from "knex";
import { type Limits, type Waits, WAITS } from "./limits";
import { type PostgresConfig, SafePostgresClient } from "./postgres-dialect";
import type { PostgresServers } from "./postgres-servers";

// Silences knex, which also throws each failure. Standard output is reserved for the service's log.
const QUIET: Knex.Logger = { warn() {}, error() {}, deprecate() {}, debug() {} };
/** Returns the knex options that SQLite and PostgreSQL share. */
export const commonConfig = ({ acquire }: Waits) => ({
  log: QUIET,
  // Keeps bind values, which include secrets and phone numbers, out of error messages.
  compileSqlOnError: false,
  acquireConnectionTimeout: acquire,
});

interface PostgresOptions {
  servers: PostgresServers;
  poolSize: number;
  limits: Limits;
  waits?: Waits;
}

export function postgresConfig({
  servers,
  poolSize,
  limits,
  waits = WAITS,
}: PostgresOptions): PostgresConfig {
  return {
    client: SafePostgresClient,
    limits,
    servers,
    ...commonConfig(waits),
    connection: {
      query_timeout: limits.response,
      keepAlive: true,
      application_name: "recado",
    },
    pool: { min: 0, max: poolSize },
  };
}
