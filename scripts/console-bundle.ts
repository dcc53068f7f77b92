import { basename, join, resolve } from "node:path";
import { build } from "esbuild";

const PAGE = resolve(__dirname, "../src/web/console/page");

/** Returns the console's scripts by name. Names contain a hash, so that browsers may cache them forever. */
export async function bundleConsole(): Promise<Map<string, Buffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, "main.tsx")],
    ...{ bundle: true, splitting: true, format: "esm", minify: true, write: false, outdir: PAGE },
    ...{ entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]" },
    ...{ jsx: "automatic", jsxImportSource: "preact", target: "es2022", logLevel: "silent" },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
}
