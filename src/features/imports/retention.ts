import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import { type FileUse, removeFile } from "../files/removal";
import { Problem } from "../../platform/problem";
import { DAY, type Instant } from "../../platform/time";
import { anyImportNeeds } from "./imports.store";
import { outlivedTables } from "./tables.store";

/** What belongs to imports that ended before is removed: the uploaded table, and its rejected rows. */
export const keptSince = ({
  config,
  clock,
}: Pick<Platform, "clock"> & { config: { importRetentionDays: number } }): Instant =>
  clock.now() - config.importRetentionDays * DAY;

/** What imports need of files: their table, until they are over. */
export const importUse: FileUse = {
  takes: (kind) => kind === "csv",
  needs: anyImportNeeds,
  refusal: "An import that is not over needs this file",
};

const TABLES_AT_ONCE = 100;

/**
 * Deletes uploaded tables whose last import ended, or that were uploaded and never imported, longer ago than they are
 * kept. Answers true when there may be more.
 */
export async function purgeTables(
  parts: Pick<Platform, "db" | "clock" | "log"> & {
    config: { importRetentionDays: number };
    storage: Storage;
  },
): Promise<boolean> {
  const tables = await outlivedTables(parts.db, keptSince(parts), TABLES_AT_ONCE);
  for (const { accountId, fileId } of tables) {
    try {
      await removeFile(parts, [importUse], accountId, fileId);
    } catch (error) {
      // Somebody was quicker: it is deleted, or is being imported again.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return tables.length === TABLES_AT_ONCE;
}
