import type { Knex } from "knex";
import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import SqliteTransaction from "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js";
import { type DurabilityGate, gateOf } from "./durability";
import { recordFailure } from "./write-probe";
import { whenUnlocked } from "./lock-wait";
import { openBeside, type SqliteConnection } from "./sqlite-connection";
import { loadSqlite } from "./sqlite-driver";

interface Statement {
  sql: string;
  /** Whether the statement has committed changes. */
  hasWritten?: boolean;
}

interface Runner {
  readonly builder: { _method?: string };
  /** Connection for the statement, instead of the pool's connection. */
  connection: SqliteConnection | undefined;
  run(): Promise<unknown>;
  query(statement: Statement): Promise<unknown>;
}

const READS: ReadonlySet<string | undefined> = new Set(["select", "first", "pluck"]);

const BEGIN = /^BEGIN\b/;
const COMMIT = /^COMMIT\b/;

/**
 * knex's SQLite dialect with the driver for this Node version. If another process holds the lock, the client
 * releases the connection and retries later. A transaction that SQLite has rolled back, for example on a full
 * disk, stays ended.
 */
export class SqliteClient extends BetterSqlite3Client {
  override initializeDriver(): void {
    this.driver = loadSqlite();
  }

  /** The pool's single connection, once it is open. */
  private connection: SqliteConnection | null = null;
  /** Second connection, for reads during a transaction. */
  private beside: SqliteConnection | null = null;
  /** Callbacks to run when the current transaction releases the connection. */
  private readonly next = new Set<(connection: SqliteConnection) => void>();

  private get gate(): DurabilityGate | undefined {
    return gateOf(this.config as Knex.Config);
  }

  /** Returns a connection for one read outside of any transaction, or undefined if there is none. */
  private forReading(): SqliteConnection | undefined {
    const { connection } = this;
    if (connection === null || (connection.inTransaction && connection.memory)) return undefined;
    if (!connection.inTransaction) return connection;
    this.beside ??= openBeside(connection.name);
    return this.beside;
  }

  /**
   * Calls the synchronous `read` without waiting for an open transaction, except in a `:memory:` database.
   */
  async readBeside<T>(read: (connection: SqliteConnection) => T): Promise<T> {
    const connection = this.forReading();
    return connection ? read(connection) : this.between(read);
  }

  /** Calls the synchronous `work` between two transactions, ahead of transactions that wait. */
  async between<T>(work: (connection: SqliteConnection) => T): Promise<T> {
    if (this.connection?.inTransaction === false) return work(this.connection);
    return new Promise((resolve, reject) => {
      const run = (connection: SqliteConnection) => {
        if (!this.next.delete(run)) return;
        try {
          resolve(work(connection));
        } catch (error) {
          reject(error);
        }
      };
      this.next.add(run);
      // If no transaction ends earlier, the pool grants the connection in turn, or rejects after its timeout.
      this.acquireConnection().then(
        (connection) => {
          run(connection);
          return this.releaseConnection(connection);
        },
        (error: unknown) => this.next.delete(run) && reject(error),
      );
    });
  }

  /** Returns the transaction's connection. Throws if SQLite has ended the transaction. */
  async ownConnection(): Promise<SqliteConnection> {
    const connection = (await this.acquireConnection()) as SqliteConnection;
    if (!connection.inTransaction) throw rolledBack();
    return connection;
  }

  override async releaseConnection(connection: SqliteConnection): Promise<void> {
    if (!connection.inTransaction) for (const run of [...this.next]) run(connection);
    await super.releaseConnection(connection);
  }

  override async acquireConnection(): Promise<SqliteConnection> {
    this.connection = (await super.acquireConnection()) as SqliteConnection;
    return this.connection;
  }

  override runner(builder: unknown): unknown {
    const runner = super.runner(builder) as Runner;
    // Statements in a transaction need no retry and no flush: the transaction has the lock.
    if (this.transacting) return runner;
    const run = runner.run.bind(runner);
    const query = runner.query.bind(runner);
    let hasWritten = false;
    let reading: SqliteConnection | undefined;
    runner.query = async (statement) => {
      if (reading?.inTransaction) throw new Error("a read-only query would read uncommitted changes");
      const result = await query(statement);
      hasWritten ||= statement.hasWritten === true;
      return result;
    };
    runner.run = async () => {
      const result = await whenUnlocked(() => {
        // Choose the connection for each attempt: knex keeps the connection of a failed attempt, on which
        // another transaction may have begun. A read runs in this turn of the event loop, before a
        // transaction can begin on its connection.
        runner.connection = reading = READS.has(runner.builder._method) ? this.forReading() : undefined;
        return run();
      });
      if (hasWritten) await this.gate?.settled();
      return result;
    };
    return runner;
  }

  override transaction(container: unknown, config: unknown, outerTx: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outerTx) as unknown as Knex.Transaction;
  }

  override async destroyRawConnection(connection: unknown): Promise<void> {
    // Closing the last connection moves the log into the file. A read-only connection cannot, so close it
    // first.
    this.beside?.close();
    this.beside = this.connection = null;
    await this.gate?.close();
    await super.destroyRawConnection(connection);
  }

  override async _query<Q extends Statement>(connection: SqliteConnection, query: Q): Promise<Q> {
    // If SQLite has ended the transaction, the statement would commit alone.
    if (this.transacting && !connection.inTransaction && !BEGIN.test(query.sql)) throw rolledBack();
    try {
      const result = await super._query(connection, query);
      if (this.transacting ? COMMIT.test(query.sql) : !connection.prepare(query.sql).readonly) {
        query.hasWritten = true;
        this.gate?.recordCommit();
      }
      return result;
    } catch (error) {
      recordFailure(this.config, error);
      // After a failed COMMIT, the next user of the connection would write into the open transaction.
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
 * A transaction that takes SQLite's write lock at its start. A transaction that starts with a read cannot
 * write if another process has written since (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateTransaction extends SqliteTransaction {
  private begun = false;

  override async _evaluateContainer(
    config: Knex.TransactionConfig | undefined,
    container: unknown,
  ): Promise<unknown> {
    const evaluate = () => super._evaluateContainer(config, container);
    if (this.client.transacting) return evaluate();
    const value = await whenUnlocked(evaluate, () => !this.begun);
    // The connection is already released, so other work continues during this wait.
    await gateOf(this.client.config)?.settled();
    return value;
  }

  /** Rejects if BEGIN fails. knex's own method would run the container outside of any transaction. */
  override async begin(connection: SqliteConnection): Promise<void> {
    await this.trxClient.query(connection, "BEGIN IMMEDIATE;");
    this.begun = true;
  }

  /** Rejects with the error that ended the transaction, not with the failure of a needless ROLLBACK. */
  override async rollback(connection: SqliteConnection, error?: unknown): Promise<unknown> {
    if (connection.inTransaction || error === undefined) return super.rollback(connection, error);
    this._completed = true;
    return this._rejecter(error);
  }
}
