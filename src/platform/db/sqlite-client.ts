import type { Knex } from "knex";
import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import SqliteTransaction from "knex/lib/dialects/sqlite3/execution/sqlite-transaction.js";
import { type DurabilityGate, gateOf, type LazyTransactionConfig } from "./durability";
import { noteFailure } from "./write-probe";
import { whenUnlocked } from "./lock-wait";
import { openBeside, type SqliteConnection } from "./sqlite-connection";
import { loadSqlite } from "./sqlite-driver";

/** A statement as knex has compiled it. */
interface Statement {
  sql: string;
  /** By itself, outside of any transaction, and so that it is committed. */
  hasWritten?: boolean;
}

interface Runner {
  readonly builder: { _method?: string };
  /** Runs on it, without asking the pool for one. */
  connection: SqliteConnection | undefined;
  run(): Promise<unknown>;
  query(statement: Statement): Promise<unknown>;
}

/** What only reads, as knex names it. */
const READS: ReadonlySet<string | undefined> = new Set(["select", "first", "pluck"]);

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

  /** The pool's only one, once it is open. */
  private connection: SqliteConnection | null = null;
  /** Reads while a transaction has the other one. */
  private beside: SqliteConnection | null = null;
  /** What comes as soon as the transaction has ended that has the connection. */
  private readonly next = new Set<(connection: SqliteConnection) => void>();

  private get gate(): DurabilityGate | undefined {
    return gateOf(this.config as Knex.Config);
  }

  /** A connection that is within no transaction, for one statement that reads; none before the pool's is open. */
  private forReading(): SqliteConnection | undefined {
    const { connection } = this;
    if (connection === null || (connection.inTransaction && connection.memory)) return undefined;
    if (!connection.inTransaction) return connection;
    this.beside ??= openBeside(connection.name);
    return this.beside;
  }

  /** Calls `read`, which is done within one turn of the event loop, and has it wait for no transaction. */
  async readBeside<T>(read: (connection: SqliteConnection) => T): Promise<T> {
    const connection = this.forReading();
    return connection ? read(connection) : this.between(read);
  }

  /**
   * Calls `work`, which is done within one turn of the event loop, between two transactions: ahead of those that wait
   * for the connection to keep it for longer. What throws is rejected.
   */
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
      // Its own turn comes at the latest, or the pool's refusal.
      this.acquireConnection().then(
        (connection) => {
          run(connection);
          return this.releaseConnection(connection);
        },
        (error: unknown) => this.next.delete(run) && reject(error),
      );
    });
  }

  /** That of the transaction which this client is of; throws where SQLite has ended it. */
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
    // From the pool, which has set it up.
    this.connection = (await super.acquireConnection()) as SqliteConnection;
    return this.connection;
  }

  override runner(builder: unknown): unknown {
    const runner = super.runner(builder) as Runner;
    // A transaction has its lock from the beginning on, and is durable as a whole.
    if (this.transacting) return runner;
    const run = runner.run.bind(runner);
    const query = runner.query.bind(runner);
    let hasWritten = false;
    let reading: SqliteConnection | undefined;
    runner.query = async (statement) => {
      if (reading?.inTransaction) throw new Error("a question would read what is not committed");
      const answer = await query(statement);
      hasWritten ||= statement.hasWritten === true;
      return answer;
    };
    runner.run = async () => {
      const answer = await whenUnlocked(() => {
        // Used at once, before anything else can begin a transaction.
        if (READS.has(runner.builder._method)) runner.connection = reading = this.forReading();
        return run();
      });
      if (hasWritten) await this.gate?.settled();
      return answer;
    };
    return runner;
  }

  override transaction(container: unknown, config: unknown, outerTx: unknown): Knex.Transaction {
    return new ImmediateTransaction(this, container, config, outerTx) as unknown as Knex.Transaction;
  }

  override async destroyRawConnection(connection: unknown): Promise<void> {
    // The last one to be closed moves the log into the file, which one that only reads cannot.
    this.beside?.close();
    this.beside = this.connection = null;
    await this.gate?.close();
    await super.destroyRawConnection(connection);
  }

  override async _query<Q extends Statement>(connection: SqliteConnection, query: Q): Promise<Q> {
    // By itself it would be committed at once, though it is meant to hold with the rest of the transaction or not at all.
    if (this.transacting && !connection.inTransaction && !BEGIN.test(query.sql)) throw rolledBack();
    try {
      const answer = await super._query(connection, query);
      if (this.transacting ? COMMIT.test(query.sql) : !connection.prepare(query.sql).readonly) {
        query.hasWritten = true;
        this.gate?.noteCommit();
      }
      return answer;
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

  override async _evaluateContainer(
    config: LazyTransactionConfig | undefined,
    container: unknown,
  ): Promise<unknown> {
    const evaluate = () => super._evaluateContainer(config, container);
    if (this.client.transacting) return evaluate();
    const value = await whenUnlocked(evaluate, () => !this.begun);
    // Here the connection is given back already: others go on with it while this waits.
    if (config?.lazy !== true) await gateOf(this.client.config)?.settled();
    return value;
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
