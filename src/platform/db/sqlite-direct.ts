import type { Knex } from "knex";
import type { Statement } from "./bulk";
import { gateOf } from "./durability";
import { whenUnlocked } from "./lock-wait";
import type { SqliteConnection } from "./sqlite-client";
import { noteFailure } from "./write-check";

// A small statement takes SQLite a few microseconds, and knex ten times as long to bring it there. What is asked and
// written with each send goes to the connection directly, several statements in one go.

interface Client {
  config: Knex.Config;
  acquireConnection(): Promise<SqliteConnection>;
  releaseConnection(connection: SqliteConnection): Promise<void>;
  _formatBindings(bindings: readonly unknown[]): unknown[];
}

const clientOf = (db: Knex) => db.client as Client;

/** Has the one connection for itself, within one turn of the event loop. What found a lock taken has done nothing. */
function withConnection<T>(db: Knex, work: (connection: SqliteConnection, client: Client) => T): Promise<T> {
  const client = clientOf(db);
  return whenUnlocked(async () => {
    const connection = await client.acquireConnection();
    try {
      return work(connection, client);
    } catch (error) {
      noteFailure(client.config, error);
      throw error;
    } finally {
      await client.releaseConnection(connection);
    }
  });
}

/** The rows of each of some selects. */
export const selectDirectly = (db: Knex, statements: readonly Statement[]): Promise<unknown[][]> =>
  withConnection(db, (connection, client) =>
    statements.map(({ sql, bindings }) => connection.prepare(sql).all(client._formatBindings(bindings))),
  );

/** Runs some statements in one transaction, and resolves when it is durable. */
export async function writeDirectly(db: Knex, statements: readonly Statement[]): Promise<void> {
  const gate = gateOf(clientOf(db).config);
  await withConnection(db, (connection, client) => {
    connection.prepare("BEGIN IMMEDIATE").run([]);
    try {
      for (const { sql, bindings } of statements) {
        connection.prepare(sql).run(client._formatBindings(bindings));
      }
      connection.prepare("COMMIT").run([]);
    } catch (error) {
      // A full disk has ended it already.
      if (connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
    gate?.noteCommit();
  });
  await gate?.settled();
}
