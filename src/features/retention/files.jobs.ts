import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { HOUR, MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { storageKey } from "../files/addresses";
import { PENDING_LIFETIME_MS } from "../files/constraints";
import { abandonedFiles, deletePending, type FileRow, forgetFiles, hiddenFiles } from "../files/files.store";

/** Delay of the purge after the confirmation deadline, in milliseconds. Late confirmations commit first. */
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

/** Deletes remaining bytes of deleted files, such as late uploads. Returns whether more may remain. */
export async function removeHiddenFiles(app: Parts): Promise<boolean> {
  const hidden = await hiddenFiles(app.db, app.clock.now() - PURGE_DELAY_MS, PURGE_BATCH);
  const deleted = await removeBytesOf(app, hidden);
  await forgetFiles(app.db, deleted);
  return deleted.length === PURGE_BATCH;
}

/** Deletes the oldest unconfirmed files. Returns whether more may remain. Safe to run concurrently. */
export async function purgePendingFiles(app: Parts): Promise<boolean> {
  const { db, clock } = app;
  const abandoned = await abandonedFiles(db, clock.now() - PENDING_LIFETIME_MS - PURGE_DELAY_MS, PURGE_BATCH);
  const deleted = await removeBytesOf(app, abandoned);
  await deletePending(db, deleted);
  return deleted.length === PURGE_BATCH;
}

/**
 * Deletes the bytes of files. Returns the files whose rows may be deleted, so that no bytes remain without a
 * row.
 */
async function removeBytesOf({ storage, log }: Parts, files: readonly FileRow[]): Promise<FileRow[]> {
  const deleted: FileRow[] = [];
  for (const file of files) {
    try {
      await storage.remove(storageKey(file));
      deleted.push(file);
    } catch (error) {
      log.error({ err: error, fileId: file.id }, "failed to delete the bytes of a file");
    }
  }
  return deleted;
}
