// Builds the service into a folder: each source file by itself, the files that it reads beside it, and the console's page
// in one piece. Further arguments name more entry points. scripts/builds.mjs says where builds lie and when one is made.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "esbuild";
import { bundleConsole } from "./console-bundle";

const ROOT = resolve(__dirname, "..");

/** Endings of the files that are copied unchanged. */
const COPIED = [".json", ".md", ".mts", ".py", ".go", ".java", ".cs", ".mjs", ".css", ".html", ".svg"];

const ENTRIES = [
  ...["package.json", "src/**/*.ts", "generated/server/*.ts", "generated/*.json", "src/**/*.mjs"],
  ...["src/**/page/*.css", "src/**/page/*.html", "src/**/page/*.svg"],
  ...["src/web/docs/guides/*.md", "src/web/docs/guides/examples/*"],
];

interface Build {
  /** A folder that is empty or does not exist. */
  outdir: string;
  /** More files to build, as patterns below the project's folder. */
  more?: readonly string[];
  /** The commit that the sources are of, where it is known. */
  commit?: string | null;
  /** Whether the documentation offers the client's package, which takes a few seconds to make. */
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
      ...{ outdir, outbase: ROOT, format: "cjs", platform: "node", target: "node20" },
      ...{ sourcemap: true, logLevel: "warning" },
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

/** Makes the client's package, `recado-<version>.tgz`, in the folder from which the documentation serves it. */
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
