import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { keepOnce } from "../../platform/persisted-value";

/**
 * Returns the id of a folder of files, independent of the path or host through which it is reached. It is
 * stored in a file, which a shared volume shows to all processes and a copy preserves.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return keepOnce(join(directory, "store-id"), randomUUID);
}
