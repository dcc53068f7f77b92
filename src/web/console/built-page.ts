import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The page's scripts and styles by name. `main-….js` and `main-….css` are the entry files, which load the
 * rest.
 */
export type BuiltPage = ReadonlyMap<string, Buffer>;

/** Folder of the built page. */
const BUILT = join(__dirname, "assets");

/** Reads the page from the build of this process. Returns null when the process runs from sources. */
export function readBuiltPage(): BuiltPage | null {
  if (!existsSync(BUILT)) return null;
  return new Map(readdirSync(BUILT).map((name) => [name, readFileSync(join(BUILT, name))]));
}
