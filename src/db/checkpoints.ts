import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { SQLITE_DRIVER } from "./sqlite-driver";

export interface Checkpoints {
  /** Resolves when the database is no longer used here. */
  stop(): Promise<void>;
}

/**
 * Moves what SQLite's write-ahead log has gathered into the database file, from a thread of its own. Otherwise every so
 * many commits one has to do it, and everything in the process waits for tens of milliseconds while it does.
 *
 * `onError` is told if the thread ends by itself: then commits do the work again, as they always can.
 */
export function startCheckpoints(file: string, onError: (error: unknown) => void): Checkpoints {
  const thread = new Worker(join(__dirname, "checkpoint.thread.mjs"), {
    workerData: { file, driver: SQLITE_DRIVER },
  });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  thread.once("error", onError);
  thread.unref();
  return {
    stop() {
      thread.postMessage("stop");
      return ended;
    },
  };
}
