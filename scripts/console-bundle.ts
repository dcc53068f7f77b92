import { basename, dirname, join, resolve } from "node:path";
import { readFileSync } from "node:fs";
import { compile } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import { build, type Plugin } from "esbuild";

const PAGE = resolve(__dirname, "../src/web/console/page");

/** Compiles the console's stylesheet with the class names that its sources use. */
const styles: Plugin = {
  name: "styles",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]console\.css$/ }, async ({ path }) => {
      const watchFiles: string[] = [];
      const compiler = await compile(readFileSync(path, "utf8"), {
        base: dirname(path),
        onDependency: (file) => void watchFiles.push(file),
      });
      const scanner = new Scanner({ sources: compiler.sources });
      return { contents: compiler.build(scanner.scan()), loader: "css", watchFiles };
    });
  },
};

/**
 * Bundles the console's scripts and its style sheet. Returns the files by name. Names contain a hash, so that
 * browsers may cache the files forever.
 */
export async function bundleConsole(): Promise<Map<string, Buffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, "main.tsx")],
    bundle: true,
    splitting: true,
    format: "esm",
    minify: true,
    write: false,
    outdir: PAGE,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    jsx: "automatic",
    jsxImportSource: "preact",
    target: "es2022",
    logLevel: "silent",
    plugins: [styles],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
}
