import type { Knex } from "knex";
import type { Statement } from "./bulk";
import { yieldToEventLoop } from "../event-loop";
import { gateOf } from "./durability";
import { whenUnlocked } from "./lock-wait";
import type { SqliteClient } from "./sqlite-client";
import type { SqliteConnection } from "./sqlite-connection";
import { noteFailure } from "./write-probe";

// A small statement takes SQLite a few microseconds, and knex ten times as long to bring it there. What is asked and
// written with each send goes to the connection directly, several statements in one go.

const clientOf = (db: Knex) => db.client as SqliteClient;

/** What found a lock taken has done nothing. */
function directly<T>(client: SqliteClient, work: () => Promise<T>): Promise<T> {
  return whenUnlocked(work).catch((error: unknown) => {
    noteFailure(client.config, error);
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

/** The rows of each of some selects. */
export function selectDirectly(db: Knex, statements: readonly Statement[]): Promise<unknown[][]> {
  const client = clientOf(db);
  return directly(client, () => client.readBeside((connection) => rowsOf(client, connection, statements)));
}

/**
 * Runs statements in the caller's transaction and returns the rows of selects. `yields` lets other work of the event
 * loop have its turn between two statements.
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
    noteFailure(client.config, error);
    throw error;
  }
}

/** Runs some statements in one transaction, and resolves when it is durable. */
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
        // A full disk has ended it already.
        if (connection.inTransaction) connection.exec("ROLLBACK");
        throw error;
      }
      gate?.noteCommit();
    }),
  );
  await gate?.settled();
}
