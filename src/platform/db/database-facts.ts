import type { Knex } from "knex";
import { type Db, dialectOf, rawRows } from "./dialect";

/**
 * Number of readings of the latency. The first reading may open a connection, so the fastest reading counts.
 */
const READINGS = 5;

interface DatabaseFacts {
  /** Name and version, such as `PostgreSQL 16.4`. */
  version: string;
  /** Round-trip time of a statement, in milliseconds. */
  latencyMs: number;
}

export async function databaseFacts(db: Db): Promise<DatabaseFacts> {
  const isPostgres = dialectOf(db) === "postgres";
  const sql = isPostgres
    ? "select current_setting('server_version') as version"
    : "select sqlite_version() as version";
  let [latencyMs, version] = [Infinity, ""];
  for (let count = 0; count < READINGS; count++) {
    const startedAt = performance.now();
    const [row] = await rawRows<{ version: string }>(db, sql, []);
    latencyMs = Math.min(latencyMs, performance.now() - startedAt);
    version = row?.version.split(" ")[0] ?? "unknown";
  }
  return { version: `${isPostgres ? "PostgreSQL" : "SQLite"} ${version}`, latencyMs };
}

export interface ServerConnections {
  /** Maximum connections, without the connections that the server reserves for superusers and other roles. */
  usable: number;
  /** Open connections of all clients. */
  open: number;
}

// Counts by pg_stat_database: a role without special rights does not see other roles' connections in
// pg_stat_activity.
export async function serverConnections(db: Knex): Promise<ServerConnections> {
  const [row] = await rawRows<{ usable: number; open: number }>(
    db,
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as usable,
       (select sum(numbackends) from pg_stat_database) as open`,
    [],
  );
  return { usable: row?.usable ?? 0, open: row?.open ?? 0 };
}
