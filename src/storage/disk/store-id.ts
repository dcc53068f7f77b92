import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { keepOnce } from "../../platform/persisted-value";

/**
 * Returns the id of a folder of files. The folder keeps the id in a file. So the id is independent of the
 * path or host, and a copy of the folder keeps it.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return keepOnce(join(directory, "store-id"), randomUUID);
}
