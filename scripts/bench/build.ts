import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildService } from "../build";

const ROOT = resolve(__dirname, "..", "..");

/** Below node_modules, so that packages are found from there and nothing else sees it. */
const FOLDER = join(ROOT, "node_modules", ".cache", `recado-bench-${process.pid}`);

/** A file of the project as it was when the run began: edits meanwhile change nothing. */
export const builtFile = (source: string) => join(FOLDER, source.replace(/\.ts$/, ".js"));

/** Builds the service as its start does, and what runs beside it. It is gone when this process ends. */
export async function buildAll(): Promise<void> {
  process.once("exit", () => rmSync(FOLDER, { recursive: true, force: true }));
  const beside = ["build.ts", "console-bundle.ts", "free-port.ts", "tools/chromium.ts"];
  await buildService({
    outdir: FOLDER,
    more: ["scripts/bench/**/*.ts", ...beside.map((name) => `scripts/${name}`)],
  });
}
