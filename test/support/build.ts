import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(__dirname, "..", "..");
const VARIABLE = "RECADO_TEST_BUILD";

/**
 * Builds the project once for all processes of a test run, which start twice as fast from a build. The build
 * is below node_modules, so that packages resolve. Does nothing if `RECADO_TEST_BUILD` names a build.
 */
export async function build(): Promise<void> {
  if (process.env[VARIABLE]) return;
  const folder = join(ROOT, "node_modules", ".cache", "recado-test", String(process.pid));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await promisify(execFile)("npm", ["run", "-s", "build:tests", "--", `--outdir=${folder}`], { cwd: ROOT });
  process.env[VARIABLE] = folder;
}

/** Returns the built file of a source, such as `src/main.ts`. */
export function built(program: string): string {
  const folder = process.env[VARIABLE];
  if (!folder) throw new Error("the project is not built: run the tests with npm test");
  return join(folder, program.replace(/\.ts$/, ".js"));
}
