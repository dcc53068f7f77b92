import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** The page's scripts and styles by name. The first ones have the names that the page asks for; others are asked for by these. */
export type Bundle = ReadonlyMap<string, Buffer>;

/** What the build has left beside this file; from sources there is none. */
export const BUILT = join(__dirname, "assets");
const PAGE = join(__dirname, "page");

/** Puts the page together: small scripts, each with what it is made of in its name, so that browsers may keep it. */
export async function bundlePage(): Promise<Bundle> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, "main.tsx")],
    ...{ bundle: true, splitting: true, format: "esm", minify: true, write: false, outdir: BUILT },
    ...{ entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" },
    ...{ jsx: "automatic", jsxImportSource: "preact", target: "es2022", logLevel: "silent" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
}

/** As it was built, or else put together now. */
export async function readBundle(): Promise<Bundle> {
  if (!existsSync(BUILT)) return bundlePage();
  return new Map(readdirSync(BUILT).map((name) => [name, readFileSync(join(BUILT, name))]));
}
