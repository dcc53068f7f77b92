import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildService } from "../build";

const ROOT = resolve(__dirname, "..", "..");

/** Folder below node_modules, where packages resolve and other tools ignore the build. */
const FOLDER = join(ROOT, "node_modules", ".cache", `recado-bench-${process.pid}`);

/** Returns the built file of a source. Edits of the source during a run have no effect. */
export const builtFile = (source: string) => join(FOLDER, source.replace(/\.ts$/, ".js"));

/** Builds the service and the scripts that run beside it. The build is removed when this process ends. */
export async function buildAll(): Promise<void> {
  process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
  const tools = ["chromium", "listening", "poll"].map((name) => `tools/${name}`);
  const beside = ["build", "console-bundle", "free-port", ...tools];
  await buildService({
    outdir: FOLDER,
    more: ["scripts/bench/**/*.ts", ...beside.map((name) => `scripts/${name}.ts`)],
  });
}
