import type { Platform } from "../../platform/platform";
import { MINUTE } from "../../platform/time";
import type { PeriodicJob } from "../../queue/periodic";
import { type FileDeps, removeFile } from "./privacy-job";
import { expiredFiles } from "./privacy.store";

const FILES_AT_ONCE = 100;
const PURGE_EVERY_MS = 10 * MINUTE;

/** Removes expired files of exports. Returns whether to continue at once. */
export async function removeExpiredExports(deps: FileDeps & Pick<Platform, "log">): Promise<boolean> {
  const expired = await expiredFiles(deps.db, deps.clock.now(), FILES_AT_ONCE);
  let removed = 0;
  for (const request of expired) {
    try {
      await removeFile(deps, request);
      removed += 1;
    } catch (error) {
      deps.log.error({ err: error, privacyRequestId: request.id }, "failed to remove an expired export");
    }
  }
  return removed === FILES_AT_ONCE;
}

export const privacyPeriodicJobs = (deps: FileDeps & Pick<Platform, "log">): PeriodicJob[] => [
  { name: "removal of expired exports", everyMs: PURGE_EVERY_MS, run: () => removeExpiredExports(deps) },
];
