// The thread of checkpoints.ts. Plain JavaScript, so a thread can also run it from the sources.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { file, driver, truncateEveryMs } = workerData;
const Database = createRequire(import.meta.url)(driver);

/**
 * Pause between runs with much to do, the longest pause when idle, and the longest pause while runs fail, in
 * milliseconds.
 */
const BUSY_MS = 20;
const IDLE_MS = 500;
const FAILING_MS = 10_000;
/** Moved pages from which the next run follows after `BUSY_MS`. */
const MUCH = 100;
/** Free pages kept for new data: the larger of 1,024 pages and a tenth of all pages. */
const KEPT_PAGES = 1_024;
const KEPT_SHARE = 10;
/** Pages released per run. A concurrent write waits for them, a few milliseconds. */
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
  // Never wait for a lock: the next run comes soon.
  opened.pragma("busy_timeout = 0");
  // This connection writes no new data, so its commits need not survive a power cut. Checkpoints are flushed
  // anyway.
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

/** Runs a passive checkpoint and returns whether there is more to move. */
function checkpoint() {
  // A passive checkpoint skips pages that a reader or writer is using, so it blocks no connection.
  const [{ log, checkpointed }] = database.pragma("wal_checkpoint(passive)");
  // After the log was reset, its counter starts at 0 again.
  const since = checkpointed < moved ? checkpointed : checkpointed - moved;
  moved = checkpointed;
  if (log > 0 && performance.now() - truncatedAt >= truncateEveryMs) truncate();
  return since >= MUCH;
}

/**
 * Empties the log, which still holds deleted data in readable form. SQLite refuses while the log is being
 * read.
 */
function truncate() {
  const [{ busy }] = database.pragma("wal_checkpoint(truncate)");
  if (busy !== 0) return;
  moved = 0;
  truncatedAt = performance.now();
}

/** Releases some free pages to the file system if there are many; returns whether it released any. */
function vacuum() {
  const free = database.pragma("freelist_count", { simple: true });
  const kept = Math.max(KEPT_PAGES, database.pragma("page_count", { simple: true }) / KEPT_SHARE);
  // Continue down to half of the threshold. Otherwise tables that fill and empty all day would restart the
  // vacuum at once.
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
