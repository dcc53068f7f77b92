import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { HOUR, MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { storageKey } from "../files/addresses";
import { PENDING_LIFETIME_MS } from "../files/constraints";
import { abandonedFiles, deletePending, type FileRow, forgetFiles, hiddenFiles } from "../files/files.store";

/** Files go a little later than they can last be confirmed, so that no confirmation under way meets the purge. */
const PURGE_DELAY_MS = MINUTE;
const PURGE_EVERY_MS = 10 * MINUTE;
const PURGE_BATCH = 100;
const SWEEP_EVERY_MS = HOUR;

type Parts = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage };

export function filePeriodicJobs(app: Parts): PeriodicJob[] {
  return [
    { name: "purge of pending files", everyMs: PURGE_EVERY_MS, run: () => purgePendingFiles(app) },
    { name: "removal of deleted files", everyMs: PURGE_EVERY_MS, run: () => removeHiddenFiles(app) },
    {
      name: "sweep of abandoned uploads",
      everyMs: SWEEP_EVERY_MS,
      run: () => app.storage.sweep(PENDING_LIFETIME_MS + PURGE_DELAY_MS),
    },
  ];
}

/**
 * Removes the bytes of deleted files that were left behind, also those of an upload that was on its way into place as
 * its file was deleted. Answers true when there may be more.
 */
export async function removeHiddenFiles(app: Parts): Promise<boolean> {
  const hidden = await hiddenFiles(app.db, app.clock.now() - PURGE_DELAY_MS, PURGE_BATCH);
  const gone = await removeBytesOf(app, hidden);
  await forgetFiles(app.db, gone);
  return gone.length === PURGE_BATCH;
}

/**
 * Removes the oldest files that nobody confirmed. Answers true when there may be more. Safe to repeat and to run in
 * several processes.
 */
export async function purgePendingFiles(app: Parts): Promise<boolean> {
  const { db, clock } = app;
  const abandoned = await abandonedFiles(db, clock.now() - PENDING_LIFETIME_MS - PURGE_DELAY_MS, PURGE_BATCH);
  const gone = await removeBytesOf(app, abandoned);
  await deletePending(db, gone);
  return gone.length === PURGE_BATCH;
}

/** Bytes go before rows, so that none are left without a row that names them; answers the files whose bytes are gone. */
async function removeBytesOf({ storage, log }: Parts, files: readonly FileRow[]): Promise<FileRow[]> {
  const gone: FileRow[] = [];
  for (const file of files) {
    try {
      await storage.remove(storageKey(file));
      gone.push(file);
    } catch (error) {
      log.error({ err: error, fileId: file.id }, "the bytes of a file could not be removed");
    }
  }
  return gone;
}
