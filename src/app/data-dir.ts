import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { ConfigError } from "../platform/config-error";
import { makeAllPrivate, makePrivateDirectory } from "../platform/private-files";
import { type Config, sqliteFile } from "./config";

/** Matches the names of the service's files in its data directory: database, lock, PID, keys and uploads. */
const OWN_FILES = /^(recado\.(sqlite|lock|pid)|api-key|secret-key|files$)/;
const NAMED = 5;

/** Folder of an incomplete restore, in the data directory. */
export const RESTORE_PART = "restore.part";

/** Throws `ConfigError` if the path is a file or lies in a file. A missing directory is accepted. */
export function requireDirectory(dataDir: string): void {
  try {
    accessSync(`${dataDir}/.`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") return;
    throw new ConfigError(`RECADO_DATA_DIR is not a directory: ${dataDir}`);
  }
}

/** Creates the data directory if missing. Throws `ConfigError` if the directory is not writable. */
export function prepareDataDir(dataDir: string): void {
  requireDirectory(dataDir);
  try {
    makePrivateDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`RECADO_DATA_DIR cannot be created or written to: ${dataDir} (${code})`);
  }
}

/** Returns why this user may not read the data directory; null if the user may, or if it is missing. */
export function unreadableReason(dataDir: string): string | null {
  try {
    accessSync(dataDir, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EACCES"
      ? `This user may not read ${dataDir} (RECADO_DATA_DIR)`
      : null;
  }
}

/** Returns whether a restore was interrupted. Its last step moves the database to its place. */
export const isRestoreIncomplete = (config: Pick<Config, "dataDir">): boolean =>
  existsSync(join(config.dataDir, RESTORE_PART)) && !existsSync(sqliteFile(config));

/**
 * Throws `ConfigError` after an interrupted restore. Otherwise the service would start with an empty database
 * and without the hold of the queue.
 */
export function requireCompleteRestore(config: Pick<Config, "dataDir">): void {
  if (!isRestoreIncomplete(config)) return;
  throw new ConfigError(
    `The restore into RECADO_DATA_DIR is incomplete: ${config.dataDir}. Repeat it, or use an empty directory`,
  );
}

/** Restricts the service's files to their owner. Logs a warning if other users had access. */
export function closeDataDir(dataDir: string, log: Logger): void {
  const { repaired, left } = makeAllPrivate(dataDir, (name) => OWN_FILES.test(name));
  if (repaired > 0) {
    log.warn({ dataDir, repaired }, "removed other users' access to the data directory");
  }
  if (left.length > 0) {
    log.warn(
      { dataDir, count: left.length, paths: left.slice(0, NAMED) },
      "failed to change permissions; other users may be able to read these files",
    );
  }
}
