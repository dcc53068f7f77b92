import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Scripts and styles by file name. The entry files `main-….js` and `main-….css` load the rest. */
export type BuiltPage = ReadonlyMap<string, Buffer>;

const BUILT = join(__dirname, "assets");

/** Reads the built console. Returns null if the process runs from sources, which have no build. */
export function readBuiltPage(): BuiltPage | null {
  if (!existsSync(BUILT)) return null;
  return new Map(readdirSync(BUILT).map((name) => [name, readFileSync(join(BUILT, name))]));
}
