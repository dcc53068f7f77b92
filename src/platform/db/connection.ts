import knex, { type Knex } from "knex";
import { types } from "pg";
import type { Flush } from "./durability";
import { type Limits, LIMITS, type Waits, WAITS } from "./limits";
import { commonConfig, postgresConfig } from "./postgres-config";
import { serversOf } from "./postgres-servers";
import { openSqlite } from "./sqlite";

// Counts, sizes and instants stay below 2^53, so both databases return bigint as a number.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.NUMERIC, Number);

interface DatabaseOptions {
  /** URL `postgres://…` with one or several hosts; null for the SQLite file. */
  url: string | null;
  sqliteFile: string;
  poolSize: number;
  /** Default limits of statements and transactions on PostgreSQL. */
  limits?: Limits;
  waits?: Waits;
  /** Function that flushes SQLite's log; null if commits need not survive a power cut. */
  flush?: Flush | null;
}

export function openDatabase(options: DatabaseOptions): Knex {
  const { url, sqliteFile, poolSize, limits = LIMITS, waits = WAITS, flush } = options;
  if (url === null) return openSqlite(sqliteFile, commonConfig(waits), flush);
  const servers = serversOf(url, "database", waits.connect);
  return knex(postgresConfig({ servers, poolSize, limits, waits }));
}
