import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SQLITE_DRIVER } from "./sqlite-driver";

export interface Checkpoints {
  /** Resolves when the thread no longer uses the database. */
  stop(): Promise<void>;
}

export interface CheckpointOptions {
  file: string;
  /**
   * Interval at which the log is emptied, in milliseconds. Deleted data stays in the write-ahead log for that
   * time.
   */
  truncateEveryMs: number;
  /**
   * Called with the error when runs begin to fail, and with null when they succeed again. Runs continue in
   * between.
   */
  onState: (failure: Error | null) => void;
}

/** Delay before a thread that ended unexpectedly is started again, in milliseconds. */
const RESTART_AFTER_MS = 1_000;

/**
 * Maintains the SQLite file from a separate thread and connection. Moves the write-ahead log into the
 * database file; otherwise a commit would do it now and then and block the process for tens of milliseconds.
 * Also empties the log at intervals and releases free pages to the file system.
 */
export function startCheckpoints({ file, truncateEveryMs, onState }: CheckpointOptions): Checkpoints {
  let stopping = false;
  let restart: NodeJS.Timeout | null = null;
  let ended: Promise<void>;
  let thread = start();

  function start(): Worker {
    const started = new Worker(join(__dirname, "checkpoint.thread.mjs"), {
      workerData: { file, driver: SQLITE_DRIVER, truncateEveryMs },
    });
    started.on("message", ({ failed }: { failed: { code?: string; message: string } | null }) =>
      onState(failed && Object.assign(new Error(failed.message), { code: failed.code })),
    );
    started.once("error", (error: Error) => onState(error));
    ended = new Promise((resolve) =>
      started.once("exit", () => {
        if (!stopping) restart = setTimeout(() => (thread = start()), RESTART_AFTER_MS).unref();
        resolve();
      }),
    );
    started.unref();
    return started;
  }

  return {
    stop() {
      stopping = true;
      if (restart) clearTimeout(restart);
      thread.postMessage("stop");
      return ended;
    },
  };
}
