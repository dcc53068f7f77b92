import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SQLITE_DRIVER } from "./sqlite-driver";

export interface Checkpoints {
  /** Resolves when the database is no longer used here. */
  stop(): Promise<void>;
}

export interface CheckpointOptions {
  file: string;
  /** What was deleted is in the write-ahead log for so much longer, in milliseconds. */
  truncateEveryMs: number;
  /** Told once when it begins to fail, and with null when it works again. Meanwhile it goes on trying. */
  onState: (failure: Error | null) => void;
}

/** A thread that ended by itself is started again after this, in milliseconds. */
const RESTART_AFTER_MS = 1_000;

/**
 * Tidies up behind SQLite from a thread of its own, with a connection of its own. What the write-ahead log has gathered
 * moves into the database file: otherwise every so many commits one has to do it, and everything in the process waits
 * for tens of milliseconds while it does. The log is emptied now and then, and free pages go back to the file system.
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
