import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";

const ROOT = resolve(__dirname, "..", "..");

/** Below node_modules, so that packages are found from there and nothing else sees it. */
const FOLDER = join(ROOT, "node_modules", ".cache", `recado-bench-${process.pid}`);

/** A file of the project as it was when the run began: edits meanwhile change nothing. */
export const builtFile = (source: string) => join(FOLDER, source.replace(/\.ts$/, ".js"));

/** Files of pages, which are served as they are. */
const COPIED = [".css", ".html", ".svg"];

/** Programs in other languages that the guides show. */
const SHOWN = [".mts", ".py", ".go", ".java", ".cs"];

/** Builds the service as its start does, and what runs beside it. It is gone when this process ends. */
export async function buildAll(): Promise<void> {
  process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [
      ...["src/**/*.ts", "generated/server/*.ts", "generated/*.json", "scripts/bench/**/*.ts"],
      ...COPIED.map((ending) => `src/**/page/*${ending}`),
      ...["src/**/*.mjs", "src/web/docs/guides/*.md", "src/web/docs/guides/examples/*"],
    ],
    outdir: FOLDER,
    outbase: ROOT,
    format: "cjs",
    platform: "node",
    target: "node20",
    loader: Object.fromEntries(
      [".json", ".md", ".mjs", ...SHOWN, ...COPIED].map((ending) => [ending, "copy"]),
    ),
    sourcemap: true,
    logLevel: "warning",
  });
}
