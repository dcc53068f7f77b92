import type { Knex } from "knex";
import type { Statement } from "./bulk";
import { yieldToEventLoop } from "../event-loop";
import { gateOf } from "./durability";
import { whenUnlocked } from "./lock-wait";
import type { SqliteClient } from "./sqlite-client";
import type { SqliteConnection } from "./sqlite-connection";
import { recordFailure } from "./write-probe";

// A small statement takes a few microseconds, but ten times as long through knex. Statements of frequent
// operations therefore run directly on the connection, several in one turn of the event loop.

const clientOf = (db: Knex) => db.client as SqliteClient;

/** Runs the work, and repeats it while the lock is taken. An attempt without the lock changes nothing. */
function directly<T>(client: SqliteClient, work: () => Promise<T>): Promise<T> {
  return whenUnlocked(work).catch((error: unknown) => {
    recordFailure(client.config, error);
    throw error;
  });
}

const rowsOf = (client: SqliteClient, connection: SqliteConnection, statements: readonly Statement[]) =>
  statements.map(({ sql, bindings }) => connection.prepare(sql).all(client._formatBindings(bindings)));

function run(client: SqliteClient, connection: SqliteConnection, statements: readonly Statement[]): void {
  for (const { sql, bindings } of statements) {
    connection.prepare(sql).run(client._formatBindings(bindings));
  }
}

export function selectDirectly(db: Knex, statements: readonly Statement[]): Promise<unknown[][]> {
  const client = clientOf(db);
  return directly(client, () => client.readBeside((connection) => rowsOf(client, connection, statements)));
}

/**
 * Runs statements in the caller's transaction, and returns the rows of the selects. `yields` yields to the
 * event loop after each statement.
 */
export async function runDirectly(
  trx: Knex,
  statements: readonly Statement[],
  selects: readonly Statement[],
  { yields = false } = {},
): Promise<unknown[][]> {
  const client = clientOf(trx);
  try {
    for (const statement of yields ? statements : []) {
      run(client, await client.ownConnection(), [statement]);
      await yieldToEventLoop();
    }
    const connection = await client.ownConnection();
    run(client, connection, yields ? [] : statements);
    return rowsOf(client, connection, selects);
  } catch (error) {
    recordFailure(client.config, error);
    throw error;
  }
}

/** Runs statements in one transaction. Resolves when the transaction is durable. */
export async function writeDirectly(db: Knex, statements: readonly Statement[]): Promise<void> {
  const client = clientOf(db);
  const gate = gateOf(client.config);
  await directly(client, () =>
    client.between((connection) => {
      connection.prepare("BEGIN IMMEDIATE").run([]);
      try {
        run(client, connection, statements);
        connection.prepare("COMMIT").run([]);
      } catch (error) {
        // On a full disk SQLite has already rolled back.
        if (connection.inTransaction) connection.exec("ROLLBACK");
        throw error;
      }
      gate?.recordCommit();
    }),
  );
  await gate?.settled();
}
