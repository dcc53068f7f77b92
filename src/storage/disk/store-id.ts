import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createOnce, readStored } from "../../platform/persisted-value";

const fileOf = (directory: string) => join(directory, "store-id");

/**
 * Returns the id of a folder. The first call stores the id in a file of the folder, so the id survives a copy
 * or another mount path.
 */
export function diskStoreId(directory: string): string {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  return createOnce(fileOf(directory), randomUUID);
}

/** Returns the id of a folder; null if no process has stored an id. */
export const storedDiskStoreId = (directory: string): string | null => readStored(fileOf(directory));
