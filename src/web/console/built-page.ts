import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The page's scripts and styles by name. `main-….js` and `main-….css` are the page's own; they load all others. */
export type BuiltPage = ReadonlyMap<string, Buffer>;

/** The folder that the build puts the page into. */
const BUILT = join(__dirname, "assets");

/** Reads the whole page out of this process's own build; null where the process runs from sources. */
export function readBuiltPage(): BuiltPage | null {
  if (!existsSync(BUILT)) return null;
  return new Map(readdirSync(BUILT).map((name) => [name, readFileSync(join(BUILT, name))]));
}
