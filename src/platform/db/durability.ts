import { close, fdatasync, fstatSync, fsync, open } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { type Db, dialectOf } from "./dialect";

// SQLite would flush its log within each commit, on the event loop, and block the whole process. Here a
// commit only writes the log. A thread then flushes it once for all preceding commits, and only after that do
// the callers' promises resolve. A commit is durable when the log is flushed, or when a checkpoint has moved
// it into the database file. SQLite flushes the log before a checkpoint, and the database file before it
// restarts the log.

const openFile = promisify(open);
const closeFile = promisify(close);
const flushDirectory = promisify(fsync);

/** Flushes a file in a thread of the pool. */
export type Flush = (descriptor: number) => Promise<void>;
export const flushFile: Flush = promisify(fdatasync);

interface GateParts {
  logFile: string;
  flush: Flush;
  /** Called each time committed work could not be made durable. */
  onFailure(error: Error): void;
}

/** Delays callers until their commits survive a power cut. */
export class DurabilityGate {
  private written = 0;
  private flushed = 0;
  private flushing: Promise<void> | null = null;
  private descriptor: number | null = null;
  /**
   * The last failed flush. After it, the parts of the log that reached the disk are unknown, and later
   * flushes prove nothing.
   */
  private failure: Error | null = null;

  constructor(private readonly parts: GateParts) {}

  /** Moves the log into the database file and restarts it; returns false if the log is in use. */
  moveLog: () => boolean = () => false;

  /** Records that a transaction was committed. */
  recordCommit(): void {
    this.written += 1;
  }

  /** Resolves when all preceding commits are durable; rejects if they cannot be made durable. */
  async settled(): Promise<void> {
    const target = this.written;
    while (this.flushed < target) {
      this.flushing ??= this.flushAll().finally(() => (this.flushing = null));
      await this.flushing;
    }
  }

  async close(): Promise<void> {
    await this.flushing?.catch(() => {});
    const { descriptor } = this;
    this.descriptor = null;
    if (descriptor !== null) await closeFile(descriptor);
  }

  private async flushAll(): Promise<void> {
    const upTo = this.written;
    try {
      if (this.failure !== null) this.recover(this.failure);
      else await this.flushLog();
      this.flushed = upTo;
    } catch (error) {
      this.failure = failureOf(error);
      this.parts.onFailure(this.failure);
      throw this.failure;
    }
  }

  private async flushLog(): Promise<void> {
    try {
      await this.parts.flush(await this.openLog());
    } catch (error) {
      // The last connection to close moves the log into the database file and deletes the log.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  private async openLog(): Promise<number> {
    if (this.descriptor !== null && fstatSync(this.descriptor).nlink > 0) return this.descriptor;
    if (this.descriptor !== null) await closeFile(this.descriptor);
    this.descriptor = null;
    const opened = await openFile(this.parts.logFile, "r");
    // The directory entry must be on disk too, or the file is lost after a power cut.
    const directory = await openFile(dirname(this.parts.logFile), "r");
    await flushDirectory(directory).finally(() => closeFile(directory));
    this.descriptor = opened;
    return opened;
  }

  /**
   * Moves the log into the database file, which is flushed; after that the restarted log can be trusted
   * again.
   */
  private recover(failure: Error): void {
    if (!this.moveLog()) throw failure;
    this.failure = null;
  }
}

/** Wraps a flush error in the form of SQLite's own errors. */
const failureOf = (error: unknown): Error =>
  Object.assign(
    new Error(`the log could not be flushed: ${error instanceof Error ? error.message : String(error)}`),
    {
      code: "SQLITE_IOERR_FSYNC",
      cause: error,
    },
  );

interface GuardedConfig extends Knex.Config {
  durability?: DurabilityGate;
}

/** Returns the gate of a SQLite database; undefined if commits need not survive a power cut. */
export const gateOf = (config: Knex.Config): DurabilityGate | undefined =>
  (config as GuardedConfig).durability;

/**
 * Config of a transaction that need not be durable when it resolves. It becomes durable with the next durable
 * commit.
 */
export interface LazyTransactionConfig extends Knex.TransactionConfig {
  lazy?: boolean;
}

/**
 * Runs a transaction whose changes may be lost in a power cut. Changes are lost only from the end: an earlier
 * commit never goes missing alone.
 */
export function lazily<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const config: LazyTransactionConfig = { lazy: true };
  return db.transaction(work, config);
}

/**
 * Resolves when everything that is readable now is durable. SQLite shows a commit slightly before it is
 * durable; PostgreSQL does not.
 */
export async function whenDurable(db: Db): Promise<void> {
  if (dialectOf(db) === "sqlite") await gateOf((db.client as { config: Knex.Config }).config)?.settled();
}
