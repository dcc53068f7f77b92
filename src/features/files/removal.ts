import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import type { Db } from "../../platform/db/dialect";
import { conflict, notFound } from "../../platform/problem";
import { storageKey } from "./addresses";
import type { FileKind } from "./constraints";
import { type FileRow, forgetFiles, hideFile } from "./files.store";

type Parts = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage };

/** A use of files, which prevents their deletion. */
export interface FileUse {
  /** Whether it uses files of this kind. */
  takes(kind: FileKind): boolean;
  /**
   * Returns whether it needs the file. Runs in the transaction of the deletion, which waits for concurrent
   * uses.
   */
  needs(trx: Db, accountId: string, fileId: string): Promise<boolean>;
  /** Error message for a file in use. */
  refusal: string;
}

/**
 * Deletes a file that is not in use: hides it at once, then removes its bytes. If the removal fails or the
 * process crashes, `removeHiddenFiles` retries it.
 */
export async function removeFile(
  parts: Parts,
  uses: readonly FileUse[],
  accountId: string,
  fileId: string,
): Promise<void> {
  const { db, clock } = parts;
  const file = await db.transaction(async (trx) => {
    // Hidden first, so that a concurrent use has either committed before or finds the file deleted.
    const hidden = await hideFile(trx, accountId, fileId, clock.now());
    if (hidden === null) throw notFound("The file");
    for (const { takes, needs, refusal } of uses) {
      if (takes(hidden.kind) && (await needs(trx, accountId, fileId))) throw conflict(refusal);
    }
    return hidden;
  });
  await removeBytes(parts, file);
}

/**
 * Removes the bytes of a file, then its row, so that no bytes are left without a row. Returns false on
 * failure.
 */
export async function removeBytes(
  { db, storage, log }: Pick<Parts, "db" | "storage" | "log">,
  file: FileRow,
): Promise<boolean> {
  try {
    await storage.remove(storageKey(file));
    await forgetFiles(db, [file]);
    return true;
  } catch (error) {
    log.error({ err: error, fileId: file.id }, "failed to remove the bytes of a deleted file");
    return false;
  }
}
