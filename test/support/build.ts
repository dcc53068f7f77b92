import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(__dirname, "..", "..");
const VARIABLE = "RECADO_TEST_BUILD";

/**
 * The project as its own start builds it, with the programs that stand beside this file, for all processes of a run of
 * the tests: each starts in half the time. Packages are found from below node_modules.
 */
export async function build(): Promise<void> {
  const folder = join(ROOT, "node_modules", ".cache", "recado-test", String(process.pid));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const command = ["--import", "tsx", "scripts/build.ts", "test/support/*.ts", `--outdir=${folder}`];
  await promisify(execFile)(process.execPath, command, { cwd: ROOT });
  process.env[VARIABLE] = folder;
}

/** What Node is told to run for a program of the project, such as `src/main.ts`. */
export function built(program: string): string {
  const folder = process.env[VARIABLE];
  if (!folder) throw new Error("the project is not built: run the tests with npm test");
  return join(folder, program.replace(/\.ts$/, ".js"));
}
