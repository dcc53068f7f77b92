import { accessSync, constants } from "node:fs";
import type { Logger } from "pino";
import { ConfigError } from "../platform/config-error";
import { makeAllPrivate, makePrivateDirectory } from "../platform/private-files";

/** What the service puts into its data directory: the database with its log, the lock, the first key, uploads. */
const OURS = /^(recado\.(sqlite|lock|pid)|api-key|secret-key|files$)/;
/** Of what could not be mended, the log names no more than so many. */
const NAMED = 5;

/** Makes the data directory where there is none; throws `ConfigError` where it cannot be made or written to. */
export function prepareDataDir(dataDir: string): void {
  try {
    makePrivateDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`RECADO_DATA_DIR cannot be made or written to: ${dataDir} (${code})`);
  }
}

/** Closes the data directory to other users of this machine, and says so where it was open. */
export function closeDataDir(dataDir: string, log: Logger): void {
  const { mended, left } = makeAllPrivate(dataDir, (name) => OURS.test(name));
  if (mended > 0) {
    log.warn({ dataDir, mended }, "other users could read the data directory: they no longer can");
  }
  if (left.length > 0) {
    log.warn(
      { dataDir, count: left.length, paths: left.slice(0, NAMED) },
      "the permissions of these could not be changed, and other users may be able to read them",
    );
  }
}
