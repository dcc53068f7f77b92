import type { App } from "../app";
import { anyCampaignNeedsFile } from "../campaigns/campaigns.store";
import type { Db } from "../db/dialect";
import { anyImportNeeds } from "../imports/imports.store";
import { conflict, notFound } from "../problem";
import { anyTemplateUses } from "../templates/templates.store";
import { storageKey } from "./addresses";
import { type FileRow, forgetFile, hideFile } from "./files.store";

type Parts = Pick<App, "db" | "clock" | "storage" | "log">;

/**
 * Deletes a file that nothing needs: at once for everybody, and then its bytes. Where these cannot be removed now, or
 * this process dies, `removeHiddenFiles` comes back to them.
 */
export async function removeFile(parts: Parts, accountId: string, fileId: string): Promise<void> {
  const { db, clock } = parts;
  const file = await db.transaction(async (trx) => {
    // Hidden first: who is about to use the file is waited for, or finds it gone.
    const hidden = await hideFile(trx, accountId, fileId, clock.now());
    if (hidden === null) throw notFound("The file");
    await refuseNeeded(trx, hidden);
    return hidden;
  });
  await removeBytes(parts, file);
}

async function refuseNeeded(trx: Db, { accountId, id, kind }: FileRow): Promise<void> {
  if (kind === "csv") {
    if (await anyImportNeeds(trx, accountId, id))
      throw conflict("An import that is not over needs this file");
    return;
  }
  if (await anyTemplateUses(trx, accountId, id)) throw conflict("A template uses this file");
  if (await anyCampaignNeedsFile(trx, accountId, id))
    throw conflict("A campaign that is not completed sends this file");
}

/** Bytes first, so that none are left without a row that names them. False where they could not be removed. */
export async function removeBytes(
  { db, storage, log }: Pick<Parts, "db" | "storage" | "log">,
  file: FileRow,
): Promise<boolean> {
  try {
    await storage.remove(storageKey(file));
    await forgetFile(db, file.accountId, file.id);
    return true;
  } catch (error) {
    log.error({ err: error, fileId: file.id }, "the bytes of a deleted file could not be removed");
    return false;
  }
}
