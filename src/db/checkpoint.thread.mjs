// The thread of checkpoints.ts. Plain JavaScript, so that a thread can run it from the sources as well.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { file, driver } = workerData;
const Database = createRequire(import.meta.url)(driver);

/** Between two checkpoints while there is much to move, and at rest, in milliseconds. */
const BUSY_MS = 20;
const IDLE_MS = 500;
/** Less than this, in pages, is not worth hurrying for. */
const MUCH = 100;

const database = new Database(file, { fileMustExist: true });
database.pragma("synchronous = FULL");

let moved = 0;
let pause = BUSY_MS;
let timer = setTimeout(turn, pause);

function turn() {
  // Passive: what a reader or a writer is using at the moment is left to the next turn, and nobody waits.
  const [{ checkpointed }] = database.pragma("wal_checkpoint(passive)");
  // A log that has begun anew counts from 0 again.
  const since = checkpointed < moved ? checkpointed : checkpointed - moved;
  moved = checkpointed;
  pause = since >= MUCH ? BUSY_MS : Math.min(2 * pause, IDLE_MS);
  timer = setTimeout(turn, pause);
}

parentPort?.once("message", () => {
  clearTimeout(timer);
  database.close();
});
