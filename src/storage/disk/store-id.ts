import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createOnce } from "../../platform/persisted-value";

/**
 * Returns the id of a folder. The first call stores the id in a file of the folder, so the id survives a copy
 * or another mount path.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return createOnce(join(directory, "store-id"), randomUUID);
}
