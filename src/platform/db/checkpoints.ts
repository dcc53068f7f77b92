import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SQLITE_DRIVER } from "./sqlite-driver";

export interface Checkpoints {
  /** Stops the thread. Resolves when the thread has ended. */
  stop(): Promise<void>;
}

interface CheckpointOptions {
  file: string;
  /** Interval at which the log, which contains deleted data, is emptied, in milliseconds. */
  truncateEveryMs: number;
  /** Receives the error when runs begin to fail, and null when runs succeed again. */
  onState: (failure: Error | null) => void;
}

const RESTART_AFTER_MS = 1_000;

/**
 * Starts a thread that moves the write-ahead log into the database file. Without the thread, commits would
 * move the log and block the process for tens of milliseconds. The thread also empties the log at intervals
 * and returns free pages to the file system.
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
