// Worker thread of checkpoints.ts, in plain JavaScript so that it also runs without a build.
import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";

const { file, driver, truncateEveryMs } = workerData;
const Database = createRequire(import.meta.url)(driver);

/** Pauses between runs, in milliseconds: after a busy run, maximum while idle, and maximum while failing. */
const BUSY_MS = 20;
const IDLE_MS = 500;
const FAILING_MS = 10_000;
/** Number of moved pages from which a run counts as busy. */
const MUCH = 100;
/** Free pages kept for new data: the larger of 1,024 pages and a tenth of all pages. */
const RESERVE_PAGES = 1_024;
const RESERVE_SHARE = 10;
/** Pages released per run, during which a concurrent write waits for a few milliseconds. */
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
  // Do not wait for locks: the next run tries again.
  opened.pragma("busy_timeout = 0");
  // With NORMAL, SQLite flushes checkpoints, but not commits. This connection commits no new data.
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

/** Moves pages from the log into the database file. Returns whether the run was busy. */
function checkpoint() {
  // A passive checkpoint skips pages in use, so it blocks no connection.
  const [{ log, checkpointed }] = database.pragma("wal_checkpoint(passive)");
  // `checkpointed` restarts at 0 when the log is reset.
  const since = checkpointed < moved ? checkpointed : checkpointed - moved;
  moved = checkpointed;
  if (log > 0 && performance.now() - truncatedAt >= truncateEveryMs) truncate();
  return since >= MUCH;
}

/**
 * Empties the log, which contains deleted data in readable form. SQLite refuses while the log is being read.
 */
function truncate() {
  const [{ busy }] = database.pragma("wal_checkpoint(truncate)");
  if (busy !== 0) return;
  moved = 0;
  truncatedAt = performance.now();
}

/** Releases free pages to the file system if there are many, and returns whether there were many. */
function vacuum() {
  const free = database.pragma("freelist_count", { simple: true });
  const reserve = Math.max(RESERVE_PAGES, database.pragma("page_count", { simple: true }) / RESERVE_SHARE);
  // Continue down to half of the threshold, so tables that fill and empty do not restart the vacuum at once.
  vacuuming =
    free > (vacuuming ? reserve / 2 : reserve) && database.pragma("auto_vacuum", { simple: true }) !== 0;
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
