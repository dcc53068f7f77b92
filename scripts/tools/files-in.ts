import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";

/** Returns the sorted relative paths of all files below a folder, with `/`; none without the folder. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}
