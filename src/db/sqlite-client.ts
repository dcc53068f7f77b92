import type { Knex } from "knex";
import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import SqliteTransaction from "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js";
import { noteFailure } from "./write-check";
import { whenUnlocked } from "./lock-wait";
import { loadSqlite } from "./sqlite-driver";

/** The parts of the driver's connection that are used. */
export interface SqliteConnection {
  readonly inTransaction: boolean;
  prepare(sql: string): unknown;
  pragma(source: string, options?: { simple?: boolean }): unknown;
  exec(sql: string): unknown;
  close(): void;
}

const BEGIN = /^BEGIN\b/;
const COMMIT = /^COMMIT\b/;

/**
 * knex on SQLite, with the driver that is right for this Node. Who meets a lock of another process gives the connection back and tries again later; and a
 * transaction that SQLite ended by itself, as it does when the disk is full, stays ended.
 */
export class SqliteClient extends BetterSqlite3Client {
  override initializeDriver(): void {
    this.driver = loadSqlite();
  }

  override runner(builder: unknown): unknown {
    const runner = super.runner(builder) as { run(): Promise<unknown> };
    // A transaction has its lock from the beginning on.
    if (this.transacting) return runner;
    const run = runner.run.bind(runner);
    runner.run = () => whenUnlocked(run);
    return runner;
  }

  override transaction(container: unknown, config: unknown, outerTx: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outerTx) as unknown as Knex.Transaction;
  }

  override async _query<Q extends { sql: string }>(connection: SqliteConnection, query: Q): Promise<Q> {
    // By itself it would be committed at once, though it is meant to hold with the rest of the transaction or not at all.
    if (this.transacting && !connection.inTransaction && !BEGIN.test(query.sql)) throw rolledBack();
    try {
      return await super._query(connection, query);
    } catch (error) {
      noteFailure(this.config, error);
      // Else the next who is given the connection would write into the transaction that failed.
      if (COMMIT.test(query.sql) && connection.inTransaction) connection.exec("ROLLBACK");
      throw error;
    }
  }
}

const rolledBack = () =>
  Object.assign(new Error("the database has rolled the transaction back"), {
    code: "SQLITE_ABORT_ROLLBACK",
  });

/**
 * A transaction that takes SQLite's one write lock as it begins: one that read first could not write any more once
 * another process had written (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateTransaction extends SqliteTransaction {
  private begun = false;

  override _evaluateContainer(config: unknown, container: unknown): Promise<unknown> {
    const evaluate = () => super._evaluateContainer(config, container);
    return this.client.transacting ? evaluate() : whenUnlocked(evaluate, () => !this.begun);
  }

  /** Rejects when it fails, where knex would go on with the container outside of any transaction. */
  override async begin(connection: SqliteConnection): Promise<void> {
    await this.trxClient.query(connection, "BEGIN IMMEDIATE;");
    this.begun = true;
  }

  /** What ended the transaction is what its caller is told, and not that there is nothing left to roll back. */
  override async rollback(connection: SqliteConnection, error?: unknown): Promise<unknown> {
    if (connection.inTransaction || error === undefined) return super.rollback(connection, error);
    this._completed = true;
    return this._rejecter(error);
  }
}
