import type { Platform } from "../../platform/platform";
import type { Storage } from "../../storage/storage";
import type { Db } from "../../platform/db/dialect";
import { conflict, notFound } from "../../platform/problem";
import type { Instant } from "../../platform/time";
import { storageKey } from "./addresses";
import type { FileKind } from "./constraints";
import { type FileRow, findFile, forgetFiles, hideFile } from "./files.store";

type Deps = Pick<Platform, "db" | "clock" | "log"> & { storage: Storage };

/** A kind of reference to files. A referenced file cannot be deleted. */
export interface FileUse {
  takes(kind: FileKind): boolean;
  /**
   * Returns whether the file is referenced. Runs before the deletion's transaction, with `checkedAt` null,
   * and again in the transaction, with `checkedAt` as the start of the first run. On SQLite, the transaction
   * blocks all other work, so a long read then skips what the first run has read.
   */
  needs(db: Db, accountId: string, fileId: string, checkedAt: Instant | null): Promise<boolean>;
  refusal: string;
}

/** Hides a file and removes its bytes. Throws 409 for a file in use. `removeHiddenFiles` retries failures. */
export async function removeFile(
  deps: Deps,
  uses: readonly FileUse[],
  accountId: string,
  fileId: string,
): Promise<void> {
  const { db, clock } = deps;
  const checkedAt = clock.now();
  const refuseUse = async (on: Db, { kind }: FileRow, since: Instant | null) => {
    for (const { takes, needs, refusal } of uses) {
      if (takes(kind) && (await needs(on, accountId, fileId, since))) throw conflict(refusal);
    }
  };
  const found = await findFile(db, accountId, fileId);
  if (found === null) throw notFound("The file");
  await refuseUse(db, found, null);
  const file = await db.transaction(async (trx) => {
    // Hides the file before the second check. A request that begins to use the file has then either
    // committed, and the check finds its use, or it fails because the file is hidden.
    const hidden = await hideFile(trx, accountId, fileId, clock.now());
    if (hidden === null) throw notFound("The file");
    await refuseUse(trx, hidden, checkedAt);
    return hidden;
  });
  await removeBytes(deps, file);
}

/** Removes the bytes of a file before its row, so that no bytes lose their row. Returns false on failure. */
async function removeBytes(
  { db, storage, log }: Pick<Deps, "db" | "storage" | "log">,
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
