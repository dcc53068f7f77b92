import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createOnce } from "../../platform/persisted-value";

/**
 * Returns the id of a folder, stored in a file of the folder. The id survives a copy or another mount path.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return createOnce(join(directory, "store-id"), randomUUID);
}
