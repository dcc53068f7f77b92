import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Scripts and styles of the console by file name. The entry files are `main-….js` and `main-….css`. */
export type BuiltPage = ReadonlyMap<string, Buffer>;

const BUILT = join(__dirname, "assets");

/** Reads the files of the built console. Returns null if the process runs from sources, without a build. */
export function readBuiltPage(): BuiltPage | null {
  if (!existsSync(BUILT)) return null;
  return new Map(readdirSync(BUILT).map((name) => [name, readFileSync(join(BUILT, name))]));
}

/** Static import in a bundled script. A dynamic import does not match: `import` has a parenthesis there. */
const IMPORTS = /(?:from|import)"\.\/([\w-]+\.js)"/g;

/**
 * Returns the file names of the scripts that the page needs to open: the entry, the app, and all scripts that
 * they import statically.
 */
export function initialScripts(built: BuiltPage): string[] {
  const found = new Set([...built.keys()].filter((name) => /^(main|app)-\w+\.js$/.test(name)));
  for (const name of found) {
    for (const [, imported] of String(built.get(name)).matchAll(IMPORTS)) found.add(imported as string);
  }
  return [...found];
}
