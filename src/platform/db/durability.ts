import { close, fdatasync, fstatSync, fsync, open } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import type { Knex } from "knex";
import { errorMessage } from "../error-text";
import { type Db, dialectOf } from "./dialect";

// SQLite would flush its log within each commit and block the whole process. Here a commit only writes the
// log. A thread of Node's pool then flushes the log once for all earlier commits, and the callers' promises
// resolve after the flush. A checkpoint also makes commits durable: SQLite flushes the log before a
// checkpoint, and the database file before it restarts the log.

const openFile = promisify(open);
const closeFile = promisify(close);
const flushDirectory = promisify(fsync);

export type Flush = (descriptor: number) => Promise<void>;
export const flushFile: Flush = promisify(fdatasync);

interface GateDeps {
  logFile: string;
  flush: Flush;
  onFailure(error: Error): void;
}

/** Gate that delays callers until their commits survive a power cut. */
export class DurabilityGate {
  private written = 0;
  private flushed = 0;
  private flushing: Promise<void> | null = null;
  private descriptor: number | null = null;
  /**
   * Error of a failed flush, until `recover` succeeds. After a failed flush, the durable part of the log is
   * unknown, and a later successful flush does not make the rest durable.
   */
  private failure: Error | null = null;

  constructor(private readonly deps: GateDeps) {}

  /** Moves the log into the database file and restarts the log. Returns false if the log is in use. */
  moveLog: () => boolean = () => false;

  recordCommit(): void {
    this.written += 1;
  }

  /** Resolves when all earlier commits are durable. Rejects if the flush fails. */
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
      this.deps.onFailure(this.failure);
      throw this.failure;
    }
  }

  private async flushLog(): Promise<void> {
    try {
      await this.deps.flush(await this.openLog());
    } catch (error) {
      // The log is missing if the last connection has closed: SQLite then moves the log into the database
      // file.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }

  private async openLog(): Promise<number> {
    if (this.descriptor !== null && fstatSync(this.descriptor).nlink > 0) return this.descriptor;
    if (this.descriptor !== null) await closeFile(this.descriptor);
    this.descriptor = null;
    const opened = await openFile(this.deps.logFile, "r");
    // Without a flush of the directory, a power cut could remove the new file.
    const directory = await openFile(dirname(this.deps.logFile), "r");
    try {
      await flushDirectory(directory);
    } finally {
      await closeFile(directory);
    }
    this.descriptor = opened;
    return opened;
  }

  /**
   * Moves the log into the database file, which makes all commits durable, so that later flushes count again.
   */
  private recover(failure: Error): void {
    if (!this.moveLog()) throw failure;
    this.failure = null;
  }
}

/** Wraps a flush error in the form of a SQLite error. */
const failureOf = (error: unknown): Error =>
  Object.assign(new Error(`the log could not be flushed: ${errorMessage(error)}`), {
    code: "SQLITE_IOERR_FSYNC",
    cause: error,
  });

interface GuardedConfig extends Knex.Config {
  durability?: DurabilityGate;
}

/** Returns the gate of a SQLite database; undefined if commits need not survive a power cut. */
export const gateOf = (config: Knex.Config): DurabilityGate | undefined =>
  (config as GuardedConfig).durability;

/**
 * Resolves when every commit that is visible now is durable. SQLite shows commits before they are durable.
 */
export async function whenDurable(db: Db): Promise<void> {
  if (dialectOf(db) === "sqlite") await gateOf((db.client as { config: Knex.Config }).config)?.settled();
}
