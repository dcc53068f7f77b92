import type { Knex } from "knex";
import type { UploadGate } from "../../storage/upload-gate";
import { holdPending, isPending } from "./files.store";

function partsOf(key: string): [accountId: string, fileId: string] {
  const [accountId = "", fileId = ""] = key.split("/");
  return [accountId, fileId];
}

/**
 * Returns a gate that accepts bytes of pending files only. While uploaded bytes are moved to their final
 * path, a confirmation of the file waits.
 */
export function uploadGate(db: Knex): UploadGate {
  return {
    isOpen: (key) => isPending(db, ...partsOf(key)),
    whileOpen: (key, place) =>
      db.transaction(async (trx) => {
        if (!(await holdPending(trx, ...partsOf(key)))) return false;
        await place();
        return true;
      }),
  };
}
