import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import type { Db } from "../../platform/db/dialect";
import { conflict, notFound } from "../../platform/problem";
import { storageKey } from "./addresses";
import type { FileKind } from "./constraints";
import { type FileRow, forgetFiles, hideFile } from "./files.store";

type Parts = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage };

/** Something that may need files: they are not deleted meanwhile. */
export interface FileUse {
  /** Whether it takes files of this kind at all. */
  takes(kind: FileKind): boolean;
  /** Whether it needs the file. In the transaction of the deletion, which waits for whoever is about to. */
  needs(trx: Db, accountId: string, fileId: string): Promise<boolean>;
  /** What the caller is told then. */
  refusal: string;
}

/**
 * Deletes a file that nothing needs: at once for everybody, and then its bytes. Where these cannot be removed now, or
 * this process dies, `removeHiddenFiles` comes back to them.
 */
export async function removeFile(
  parts: Parts,
  uses: readonly FileUse[],
  accountId: string,
  fileId: string,
): Promise<void> {
  const { db, clock } = parts;
  const file = await db.transaction(async (trx) => {
    // Hidden first: who is about to use the file is waited for, or finds it gone.
    const hidden = await hideFile(trx, accountId, fileId, clock.now());
    if (hidden === null) throw notFound("The file");
    for (const { takes, needs, refusal } of uses) {
      if (takes(hidden.kind) && (await needs(trx, accountId, fileId))) throw conflict(refusal);
    }
    return hidden;
  });
  await removeBytes(parts, file);
}

/** Bytes first, so that none are left without a row that names them. False where they could not be removed. */
export async function removeBytes(
  { db, storage, log }: Pick<Parts, "db" | "storage" | "log">,
  file: FileRow,
): Promise<boolean> {
  try {
    await storage.remove(storageKey(file));
    await forgetFiles(db, [file]);
    return true;
  } catch (error) {
    log.error({ err: error, fileId: file.id }, "the bytes of a deleted file could not be removed");
    return false;
  }
}
