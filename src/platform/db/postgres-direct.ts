import type { Knex } from "knex";
import type PostgresClient from "knex/lib/dialects/postgres/index.js";
import type { QueryResult } from "pg";

// For a raw statement, knex builds several objects and parses the SQL twice. Raw statements therefore run
// directly on a connection of knex's pool. They emit knex's events, and their errors begin with the SQL.

/** Runs a statement with `?` placeholders, in the transaction if `db` is a transaction. */
export async function runOnPostgres(
  db: Knex,
  sql: string,
  bindings: readonly unknown[],
): Promise<QueryResult> {
  // The driver would write NULL.
  if (bindings.includes(undefined)) throw new Error(`a value of the statement is undefined: ${sql}`);
  const client = db.client as PostgresClient;
  const connection = await client.acquireConnection();
  try {
    const query = { sql, bindings: [...bindings] };
    const { response } = await client.query(connection, query);
    client.emit("query-response", response, query);
    return response as QueryResult;
  } finally {
    await client.releaseConnection(connection);
  }
}
