import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the npm package that contains Node for this machine. */
export const NODE_PACKAGE = `node-${process.platform}-${process.arch}`;

/** Installs packages into a new folder without their scripts. Returns the folder of their commands. */
export function installTools(folder: string, packages: readonly string[], env = process.env): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...packages], {
    cwd: folder,
    env,
    timeout: 180_000,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, "node_modules/.bin");
}
