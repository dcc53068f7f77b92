import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ConfigError } from "./config";

/** Makes the data directory where there is none; throws `ConfigError` where it cannot be made or written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`RECADO_DATA_DIR cannot be made or written to: ${dataDir} (${code})`);
  }
}

/** Step by step: Node's own recursive mkdir never comes back from places such as /proc, where nothing can be made. */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path) throw error;
    makeDirectory(parent);
    mkdirSync(path);
  }
}
