import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

// What the service keeps on disk is for its own user: keys, names, numbers, texts. The umask does not decide that.
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const PERMISSIONS = 0o777;
/** `/tmp` and its like: somebody else's directory, that everybody uses. */
const STICKY = 0o1000;

/** Makes the directory where there is none. One that exists stays as it is. */
export function makePrivateDirectory(path: string): void {
  // Step by step: Node's own recursive mkdir never comes back from places such as /proc, where nothing can be made.
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(path);
    if (code !== "ENOENT" || parent === path) throw error;
    makePrivateDirectory(parent);
    mkdirSync(path, { mode: DIRECTORY_MODE });
  }
  chmodSync(path, DIRECTORY_MODE);
}

/**
 * Makes an empty file where there is none. One that exists is not opened: to close it again would take the locks away
 * that this process has on it by SQLite (POSIX locks belong to process and file, not to what was opened).
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", FILE_MODE));
    chmodSync(path, FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

export interface Mended {
  /** How many files and directories others could get at, and no longer can. */
  mended: number;
  /** Those whose permissions could not be changed. */
  left: string[];
}

/**
 * Takes everybody else's permissions from the directory and from those entries in it that `isOurs` knows, with all
 * that they hold. Links are not followed.
 */
export function makeAllPrivate(directory: string, isOurs: (name: string) => boolean): Mended {
  const found: Mended = { mended: 0, left: [] };
  if ((statSync(directory).mode & STICKY) === 0)
    mend(directory, statSync(directory).mode, DIRECTORY_MODE, found);
  else found.left.push(directory);
  for (const name of readdirSync(directory)) if (isOurs(name)) makeTreePrivate(join(directory, name), found);
  return found;
}

function makeTreePrivate(path: string, found: Mended): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) mend(path, stats.mode, FILE_MODE, found);
  if (!stats?.isDirectory()) return;
  mend(path, stats.mode, DIRECTORY_MODE, found);
  for (const name of readdirSync(path)) makeTreePrivate(join(path, name), found);
}

function mend(path: string, mode: number, wanted: number, found: Mended): void {
  if ((mode & PERMISSIONS) === wanted) return;
  try {
    chmodSync(path, wanted);
    found.mended += 1;
  } catch {
    found.left.push(path);
  }
}
