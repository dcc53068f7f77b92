import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { keepOnce } from "../../platform/persisted-value";

/**
 * Tells one folder of files from another, whatever path or host it is reached by: an id in a file of its own, which a
 * shared volume shows to everybody and a copy keeps.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return keepOnce(join(directory, "store-id"), randomUUID);
}
