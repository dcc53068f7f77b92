import { close, fdatasync, fstatSync, fsync, open } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { type Db, dialectOf } from "./dialect";

// SQLite would flush its log to the disk within each commit, on the event loop, while everything else in the process
// waits. Here a commit only writes the log; a thread flushes it afterwards, once for all commits that came before, and
// whoever committed is told so only then. What a commit wrote is durable when the log is flushed, or when a checkpoint has
// moved it into the database file: SQLite flushes the log before, and the file before it begins the log anew.

const openFile = promisify(open);
const closeFile = promisify(close);
const flushDirectory = promisify(fsync);

/** Flushes a file in a thread. */
export type Flush = (descriptor: number) => Promise<void>;
export const flushFile: Flush = promisify(fdatasync);

interface GateParts {
  logFile: string;
  flush: Flush;
  /** Told each time when committed work could not be made durable. */
  onFailure(error: Error): void;
}

/** Lets whoever committed wait until that would outlast a power cut. */
export class DurabilityGate {
  private written = 0;
  private flushed = 0;
  private flushing: Promise<void> | null = null;
  private descriptor: number | null = null;
  /** After a flush failed nobody knows which parts of the log are on the disk: those after it prove nothing. */
  private failure: Error | null = null;

  constructor(private readonly parts: GateParts) {}

  /** Moves the log into the database file and begins it anew; false where somebody is using it. */
  moveLog: () => boolean = () => false;

  /** Something was committed. */
  noteCommit(): void {
    this.written += 1;
  }

  /** Resolves when everything that was committed before is on the disk; rejects where that cannot be had. */
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
      // The last connection that is closed moves all that the log holds into the database file, and removes the log.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  private async openLog(): Promise<number> {
    if (this.descriptor !== null && fstatSync(this.descriptor).nlink > 0) return this.descriptor;
    if (this.descriptor !== null) await closeFile(this.descriptor);
    this.descriptor = null;
    const opened = await openFile(this.parts.logFile, "r");
    // A file whose name is not on the disk cannot be found after a power cut.
    const directory = await openFile(dirname(this.parts.logFile), "r");
    await flushDirectory(directory).finally(() => closeFile(directory));
    this.descriptor = opened;
    return opened;
  }

  /** Once everything is in the database file, and that is flushed, the log begins anew and may be trusted again. */
  private recover(failure: Error): void {
    if (!this.moveLog()) throw failure;
    this.failure = null;
  }
}

/** As SQLite tells it of itself. */
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

/** The gate of a SQLite database; none where nothing has to outlast a power cut. */
export const gateOf = (config: Knex.Config): DurabilityGate | undefined =>
  (config as GuardedConfig).durability;

/** The config of a transaction that need not be durable when it resolves; it is with the next one that is. */
export interface LazyTransactionConfig extends Knex.TransactionConfig {
  lazy?: boolean;
}

/** A transaction of little weight: what it writes may be lost with the power, in order with all else. */
export function lazily<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  const config: LazyTransactionConfig = { lazy: true };
  return db.transaction(work, config);
}

/**
 * Resolves when all that can be read at the moment is durable. On SQLite a commit can be seen a little before that; on
 * PostgreSQL it cannot.
 */
export async function whenDurable(db: Db): Promise<void> {
  if (dialectOf(db) === "sqlite") await gateOf((db.client as { config: Knex.Config }).config)?.settled();
}
