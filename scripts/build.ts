// Builds the service into a folder: compiled sources, copied files and the bundled console. Positional
// arguments are further entry points. scripts/builds.mjs decides where and when to build.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "esbuild";
import { bundleConsole } from "./console-bundle";

const ROOT = resolve(__dirname, "..");

const COPIED = [".json", ".md", ".mts", ".py", ".go", ".java", ".cs", ".mjs", ".css", ".svg"];

const ENTRIES = [
  "package.json",
  "src/**/*.ts",
  "generated/server/*.ts",
  "generated/*.json",
  "src/**/*.mjs",
  "src/**/page/*.css",
  "src/**/page/*.svg",
  "src/web/design/tokens.css",
  "src/web/docs/guides/*.md",
  "src/web/docs/guides/pt/*.md",
  "src/web/docs/guides/examples/*",
];

interface Build {
  outdir: string;
  /** Patterns of further entry points, relative to the project's folder. */
  more?: readonly string[];
  commit?: string | null;
  /** Whether to pack the client for the documentation, which takes a few seconds. */
  withClient?: boolean;
}

export async function buildService({
  outdir,
  more = [],
  commit = null,
  withClient = false,
}: Build): Promise<void> {
  await Promise.all([
    build({
      absWorkingDir: ROOT,
      entryPoints: [...ENTRIES, ...more],
      loader: Object.fromEntries(COPIED.map((ending) => [ending, "copy"])),
      outdir,
      outbase: ROOT,
      format: "cjs",
      platform: "node",
      target: "node20",
      // Compiles `import()` to a deferred `require`, because Node's `import()` requires file extensions.
      supported: { "dynamic-import": false },
      sourcemap: true,
      logLevel: "warning",
    }),
    buildConsole(join(outdir, "src/web/console/assets")),
    ...(withClient ? [packClient(join(outdir, "src/web/docs/clients"))] : []),
  ]);
  writeFileSync(join(outdir, "build.json"), `${JSON.stringify({ commit })}\n`);
}

async function buildConsole(folder: string): Promise<void> {
  const bundle = await bundleConsole();
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of bundle) writeFileSync(join(folder, name), content);
}

/** Packs the client as `recado-<version>.tgz` into the folder that the documentation serves. */
async function packClient(folder: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "recado-client-"));
  const run = promisify(execFile);
  try {
    await run(process.execPath, ["--import", "tsx", "scripts/client/build.ts", work], { cwd: ROOT });
    mkdirSync(folder, { recursive: true });
    await run("npm", ["pack", work, "--pack-destination", folder, "--silent"], { cwd: work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (require.main === module) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { outdir: { type: "string" }, commit: { type: "string" }, "with-client": { type: "boolean" } },
  });
  if (values.outdir === undefined) throw new Error("--outdir must name the folder to build into");
  const { outdir, commit, "with-client": withClient } = values;
  buildService({ outdir: resolve(outdir), more: positionals, commit, withClient }).catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
