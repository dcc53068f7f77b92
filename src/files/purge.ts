import type { App } from "../app";
import { DAY, MINUTE } from "../time";
import type { Duty } from "../background/duty";
import { storageKey } from "./addresses";
import { abandonedFiles, deletePending, hiddenFiles } from "./files.store";
import { removeBytes } from "./removal";

/** A file that is not confirmed within this time of its announcement cannot be confirmed any more. */
export const PENDING_LIFETIME_MS = DAY;
/** Files go a little later than they can last be confirmed, so that no confirmation under way meets the purge. */
const PURGE_DELAY_MS = MINUTE;
const PURGE_EVERY_MS = 10 * MINUTE;
const PURGE_BATCH = 100;

type Parts = Pick<App, "db" | "clock" | "storage" | "log">;

export function filesDuties(app: Parts): Duty[] {
  return [
    { name: "purge of pending files", everyMs: PURGE_EVERY_MS, run: () => purgePendingFiles(app) },
    { name: "removal of deleted files", everyMs: PURGE_EVERY_MS, run: () => removeHiddenFiles(app) },
  ];
}

/**
 * Removes the bytes of deleted files that were left behind, also those of an upload that was on its way into place as
 * its file was deleted. Answers true when there may be more.
 */
export async function removeHiddenFiles(app: Parts): Promise<boolean> {
  const hidden = await hiddenFiles(app.db, app.clock.now() - PURGE_DELAY_MS, PURGE_BATCH);
  let removed = 0;
  for (const file of hidden) if (await removeBytes(app, file)) removed++;
  return removed === PURGE_BATCH;
}

/**
 * Removes the oldest files that nobody confirmed, bytes first, so that no bytes are left without a row that names
 * them. Answers true when there may be more. Safe to repeat and to run in several processes.
 */
export async function purgePendingFiles({ db, clock, storage, log }: Parts): Promise<boolean> {
  const abandoned = await abandonedFiles(db, clock.now() - PENDING_LIFETIME_MS - PURGE_DELAY_MS, PURGE_BATCH);
  let purged = 0;
  for (const file of abandoned) {
    try {
      await storage.remove(storageKey(file));
      await deletePending(db, file.accountId, file.id);
      purged++;
    } catch (error) {
      log.error({ err: error, fileId: file.id }, "a pending file could not be purged");
    }
  }
  return purged === PURGE_BATCH;
}
