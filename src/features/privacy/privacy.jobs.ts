import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { type FileParts, removeFile } from "./privacy-job";
import { expiredFiles } from "./privacy.store";

const FILES_AT_ONCE = 100;
const PURGE_EVERY_MS = 10 * MINUTE;

/** Removes expired files of exports. Returns whether more may remain. */
export async function removeExpiredExports(app: FileParts & Pick<Platform, "log">): Promise<boolean> {
  const expired = await expiredFiles(app.db, app.clock.now(), FILES_AT_ONCE);
  let removed = 0;
  for (const request of expired) {
    try {
      await removeFile(app, request);
      removed += 1;
    } catch (error) {
      app.log.error({ err: error, privacyRequestId: request.id }, "failed to remove an expired export");
    }
  }
  return removed === FILES_AT_ONCE;
}

export const privacyPeriodicJobs = (app: FileParts & Pick<Platform, "log">): PeriodicJob[] => [
  { name: "removal of expired exports", everyMs: PURGE_EVERY_MS, run: () => removeExpiredExports(app) },
];
