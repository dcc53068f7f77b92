// Builds the service as `npm start` runs it: each file by itself, what they read beside them, and the console's page in
// one piece. More entry points may be named; `--outdir` says where to, `dist` if left out.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { bundlePage } from "../src/web/console/bundle";

const ROOT = resolve(__dirname, "..");

/** Read as they are, by what stands beside them. */
const COPIED = [".json", ".md", ".mts", ".py", ".go", ".java", ".cs", ".mjs", ".css", ".html", ".svg"];

const ENTRIES = [
  ...["src/**/*.ts", "generated/server/*.ts", "generated/*.json", "src/**/*.mjs", "src/**/page/*.css"],
  ...[
    "src/**/page/*.html",
    "src/**/page/*.svg",
    "src/web/docs/guides/*.md",
    "src/web/docs/guides/examples/*",
  ],
];

export async function buildService(outdir: string, more: readonly string[] = []): Promise<void> {
  await Promise.all([
    build({
      absWorkingDir: ROOT,
      entryPoints: [...ENTRIES, ...more],
      loader: Object.fromEntries(COPIED.map((ending) => [ending, "copy"])),
      ...{ outdir, outbase: ROOT, format: "cjs", platform: "node", target: "node20" },
      ...{ sourcemap: true, logLevel: "warning" },
    }),
    buildConsole(join(outdir, "src/web/console/assets")),
  ]);
}

async function buildConsole(folder: string): Promise<void> {
  const bundle = await bundlePage();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of bundle) writeFileSync(join(folder, name), content);
}

if (require.main === module) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { outdir: { type: "string" } },
  });
  buildService(resolve(values.outdir ?? "dist"), positionals).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
