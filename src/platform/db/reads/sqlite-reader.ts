import { join } from "node:path";
import { Worker } from "node:worker_threads";
import knex, { type Knex } from "knex";
import BetterSqlite3Client from "knex/lib/dialects/better-sqlite3/index.js";
import { SQLITE_DRIVER } from "../sqlite-driver";

/** Error code of a statement that exceeded its time limit. The code is SQLite's own for such a statement. */
export const OVERRUN = "SQLITE_INTERRUPT";

/** Time limit of a statement in milliseconds. At the limit, the pool ends the statement's thread. */
const OVERRUN_MS = 15_000;

interface ThreadResult {
  id: number;
  rows?: unknown[];
  error?: { message: string; code?: string };
}

interface Pending {
  resolve(rows: unknown[]): void;
  reject(error: Error): void;
  overrun: NodeJS.Timeout;
}

const failure = (message: string, code: string) => Object.assign(new Error(message), { code });

/** A read-only connection to the SQLite file in a separate thread. */
class ReaderThread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private ended = false;

  readonly ready: Promise<void>;

  constructor(
    file: string,
    private readonly overrunMs: number,
  ) {
    const workerData = { driver: require.resolve(SQLITE_DRIVER), file };
    this.worker = new Worker(join(__dirname, "reader.thread.mjs"), { workerData });
    this.ready = new Promise((resolve, reject) => {
      this.worker.once("message", () => {
        this.worker.on("message", (result: ThreadResult) => this.take(result));
        this.worker.unref();
        resolve();
      });
      this.worker.once("error", reject);
      this.worker.once("exit", () => reject(new Error("Connection terminated: the reader did not start")));
    });
    this.worker.on("error", (error) => this.end(error));
    this.worker.on("exit", () => this.end(new Error("the reader exited")));
  }

  get alive(): boolean {
    return !this.ended;
  }

  all(sql: string, bindings: readonly unknown[]): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.ended) return reject(failure("Connection terminated: the reader has ended", "SQLITE_MISUSE"));
      const id = ++this.lastId;
      const overrun = setTimeout(() => this.giveUp(id), this.overrunMs);
      overrun.unref();
      this.pending.set(id, { resolve, reject, overrun });
      this.worker.ref();
      this.worker.postMessage({ id, sql, bindings });
    });
  }

  /**
   * Ends the thread. Resolves when the thread has ended; a running statement finishes first, but its caller
   * is rejected.
   */
  async close(): Promise<void> {
    this.end(new Error("the reader was closed"));
    await this.worker.terminate();
  }

  private take({ id, rows, error }: ThreadResult): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.settle(id, pending);
    if (error) pending.reject(failure(error.message, error.code ?? "SQLITE_ERROR"));
    else pending.resolve(rows ?? []);
  }

  private settle(id: number, { overrun }: Pending): void {
    clearTimeout(overrun);
    this.pending.delete(id);
    if (this.pending.size === 0) this.worker.unref();
  }

  /** Ends the thread, because a SQLite statement cannot be interrupted. The pool starts a new thread. */
  private giveUp(id: number): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.settle(id, pending);
    pending.reject(failure("The statement took too long", OVERRUN));
    this.end(new Error("a statement took too long"));
    void this.worker.terminate();
  }

  private end(why: Error): void {
    this.ended = true;
    for (const [id, pending] of this.pending) {
      this.settle(id, pending);
      // Worded like a lost connection, so that `retryOnce` repeats the read.
      pending.reject(failure(`Connection terminated: the reader has ended, ${why.message}`, "SQLITE_MISUSE"));
    }
  }
}

interface Query {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
}

/** Returns knex's SQLite dialect, which runs statements in a read-only reader thread. */
function readerClient(file: string, overrunMs: number): typeof Knex.Client {
  return class extends BetterSqlite3Client {
    /** Returns null because the thread loads the driver. */
    _driver() {
      return null;
    }
    override async acquireRawConnection() {
      const thread = new ReaderThread(file, overrunMs);
      await thread.ready;
      return thread;
    }
    override async destroyRawConnection(connection: ReaderThread) {
      await connection.close();
    }
    override async validateConnection(connection: ReaderThread) {
      return connection.alive;
    }
    override async _query<Q extends Query>(connection: ReaderThread, query: Q): Promise<Q> {
      query.response = await connection.all(query.sql, this._formatBindings(query.bindings));
      return query;
    }
  };
}

/** Opens the SQLite file in a separate thread, so long reads do not block the process. */
export function openSqliteReader(file: string, overrunMs = OVERRUN_MS): Knex {
  return knex({
    client: readerClient(file, overrunMs),
    log: { warn() {}, error() {}, deprecate() {}, debug() {} },
    compileSqlOnError: false,
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  });
}
