import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { HOUR, MINUTE } from "../../platform/time";
import { holds, type HoldView } from "../../queue/hold";
import type { PeriodicJob } from "../../queue/periodic";
import { storageKey } from "../files/addresses";
import { PENDING_LIFETIME_MS } from "../files/constraints";
import { abandonedFiles, deletePending, type FileRow, forgetFiles, hiddenFiles } from "../files/files.store";

/**
 * Delay from a file's deletion or confirmation deadline to its purge, in milliseconds. Late confirmations
 * commit first.
 */
const PURGE_DELAY_MS = MINUTE;
const PURGE_EVERY_MS = 10 * MINUTE;
const PURGE_BATCH = 100;
const SWEEP_EVERY_MS = HOUR;

type Deps = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage; hold: HoldView };

export function filePeriodicJobs(deps: Deps): PeriodicJob[] {
  return [
    { name: "purge of pending files", everyMs: PURGE_EVERY_MS, run: () => purgePendingFiles(deps) },
    { name: "removal of deleted files", everyMs: PURGE_EVERY_MS, run: () => removeHiddenFiles(deps) },
    {
      name: "sweep of abandoned uploads",
      everyMs: SWEEP_EVERY_MS,
      run: () => deps.storage.sweep(PENDING_LIFETIME_MS + PURGE_DELAY_MS),
    },
  ];
}

/**
 * Deletes the remaining bytes of deleted files, such as late uploads, and then the files' rows. Returns
 * whether more may remain.
 */
export async function removeHiddenFiles(deps: Deps): Promise<boolean> {
  const hidden = await hiddenFiles(deps.db, deps.clock.now() - PURGE_DELAY_MS, PURGE_BATCH);
  const deleted = await removeBytesOf(deps, hidden);
  await forgetFiles(deps.db, deleted);
  return mayRemain(hidden, deleted);
}

/**
 * Deletes the oldest unconfirmed files. Returns whether more may remain. Safe to run concurrently. Deletes
 * nothing while all work is held. A file that is unconfirmed in a restored database may have been confirmed
 * after the backup. The service from which the backup came may still use its bytes in the same bucket.
 */
export async function purgePendingFiles(deps: Deps): Promise<boolean> {
  const { db, clock, hold } = deps;
  if (holds(hold.current, clock.now())) return false;
  const abandoned = await abandonedFiles(db, clock.now() - PENDING_LIFETIME_MS - PURGE_DELAY_MS, PURGE_BATCH);
  const deleted = await removeBytesOf(deps, abandoned);
  await deletePending(db, deleted);
  return mayRemain(abandoned, deleted);
}

/** Returns whether more may remain; false after a batch without a deletion, which would repeat itself. */
const mayRemain = (found: readonly FileRow[], deleted: readonly FileRow[]): boolean =>
  found.length === PURGE_BATCH && deleted.length > 0;

/**
 * Deletes the bytes of files. Returns the files whose rows may be deleted, so that no bytes remain without a
 * row.
 */
async function removeBytesOf({ storage, log }: Deps, files: readonly FileRow[]): Promise<FileRow[]> {
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
