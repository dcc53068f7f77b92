import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { type FileUse, removeFile } from "../files/removal";
import { Problem } from "../../platform/problem";
import { DAY, type Instant } from "../../platform/time";
import { anyImportNeeds } from "./imports.store";
import { outlivedTables } from "./tables.store";

/**
 * Returns the start of the retention period. The file and rejected rows of imports that ended earlier are
 * deleted.
 */
export const retainedSince = ({
  config,
  clock,
}: Pick<Platform, "clock"> & { config: { importRetentionDays: number } }): Instant =>
  clock.now() - config.importRetentionDays * DAY;

/** Use of files by imports. A file is in use until its imports have ended. */
export const importUse: FileUse = {
  takes: (kind) => kind === "csv",
  needs: anyImportNeeds,
  refusal: "A running import needs this file",
};

const TABLES_AT_ONCE = 100;

/** Deletes contact files that no import has used during the retention. Returns whether more may remain. */
export async function purgeTables(
  deps: Pick<Platform, "db" | "clock" | "log"> & {
    config: { importRetentionDays: number };
    storage: Storage;
  },
): Promise<boolean> {
  const tables = await outlivedTables(deps.db, retainedSince(deps), TABLES_AT_ONCE);
  for (const { accountId, fileId } of tables) {
    try {
      await removeFile(deps, [importUse], accountId, fileId);
    } catch (error) {
      // Skip the file: after the query, it was deleted, or an import of it started.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return tables.length === TABLES_AT_ONCE;
}
