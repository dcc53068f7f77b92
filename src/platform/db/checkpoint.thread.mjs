// The thread of checkpoints.ts. Plain JavaScript, so that a thread can run it from the sources as well.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { file, driver, truncateEveryMs } = workerData;
const Database = createRequire(import.meta.url)(driver);

/** Between two turns while there is much to do, at rest, and at most while they fail, in milliseconds. */
const BUSY_MS = 20;
const IDLE_MS = 500;
const FAILING_MS = 10_000;
/** Less than this, in pages, is not worth hurrying for. */
const MUCH = 100;
/** Free pages that are left for what comes next: so many, or one in so many of all. */
const KEPT_PAGES = 1_024;
const KEPT_SHARE = 10;
/** Pages given back at a time. Whoever wants to write meanwhile waits for them: a few milliseconds. */
const VACUUM_PAGES = 64;

let database = null;
let moved = 0;
let truncatedAt = performance.now();
let vacuuming = false;
let failing = false;
let pause = BUSY_MS;
let timer = setTimeout(turn, pause);

function open() {
  const opened = new Database(file, { fileMustExist: true });
  // Nothing here waits for others, least of all with a lock in its hand: the next turn comes soon.
  opened.pragma("busy_timeout = 0");
  // What it writes by itself is no news and need not outlast a power cut; checkpoints are flushed all the same.
  opened.pragma("synchronous = NORMAL");
  opened.pragma("secure_delete = ON");
  return opened;
}

function turn() {
  try {
    database ??= open();
    const busy = [checkpoint(), vacuum()].includes(true);
    pause = busy ? BUSY_MS : Math.min(2 * pause, IDLE_MS);
    if (failing) parentPort?.postMessage({ failed: null });
    failing = false;
  } catch (error) {
    pause = Math.min(2 * Math.max(pause, IDLE_MS), FAILING_MS);
    if (!failing) parentPort?.postMessage({ failed: { code: error.code, message: error.message } });
    failing = true;
  }
  timer = setTimeout(turn, pause);
}

/** Answers whether there is much to move. */
function checkpoint() {
  // Passive: what a reader or a writer is using at the moment is left to the next turn, and nobody waits.
  const [{ log, checkpointed }] = database.pragma("wal_checkpoint(passive)");
  // A log that has begun anew counts from 0 again.
  const since = checkpointed < moved ? checkpointed : checkpointed - moved;
  moved = checkpointed;
  if (log > 0 && performance.now() - truncatedAt >= truncateEveryMs) truncate();
  return since >= MUCH;
}

/** What was deleted since stands in the log as it was before, until that is emptied. Refused while it is read. */
function truncate() {
  const [{ busy }] = database.pragma("wal_checkpoint(truncate)");
  if (busy !== 0) return;
  moved = 0;
  truncatedAt = performance.now();
}

/** Gives some free pages back to the file system where there are many; answers whether there are more. */
function vacuum() {
  const free = database.pragma("freelist_count", { simple: true });
  const kept = Math.max(KEPT_PAGES, database.pragma("page_count", { simple: true }) / KEPT_SHARE);
  // Down to half of that: tables that fill and empty all day would have it begin again at once.
  vacuuming = free > (vacuuming ? kept / 2 : kept) && database.pragma("auto_vacuum", { simple: true }) !== 0;
  if (!vacuuming) return false;
  try {
    database.exec(`pragma incremental_vacuum(${VACUUM_PAGES})`);
  } catch (error) {
    if (!/^SQLITE_BUSY/.test(error.code)) throw error;
  }
  return true;
}

parentPort?.once("message", () => {
  clearTimeout(timer);
  database?.close();
});
