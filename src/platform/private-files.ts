import {
  accessSync,
  chmodSync,
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";

// The service's files contain keys and personal data, so only its user may read them, whatever the umask.
const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const PERMISSIONS = 0o777;
/** Sticky bit of shared directories such as `/tmp`, whose permissions must not change. */
const STICKY = 0o1000;

/** Returns whether this user has the access `mode` (`constants.R_OK` and others) to an existing path. */
export function isAccessible(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

/** Creates the directory and its missing parents. Leaves an existing directory unchanged. */
export function makePrivateDirectory(path: string): void {
  // Node's recursive mkdir never returns for paths such as /proc, where no directory can be created.
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
 * Creates an empty file, but never opens an existing one: closing the descriptor would release SQLite's locks
 * on that file. POSIX locks belong to a process and a file, not to a descriptor.
 */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", FILE_MODE));
    chmodSync(path, FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Flushes a directory to disk, so that a power cut keeps the names of its entries. */
export function flushDirectory(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Flushes a file or directory to disk without blocking the process. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface PermissionRepair {
  repaired: number;
  /** Paths whose permissions were not restricted. */
  left: string[];
}

/**
 * Removes other users' permissions from the directory and, recursively, from the entries that `isOwnFile`
 * accepts. Links are not followed.
 */
export function makeAllPrivate(directory: string, isOwnFile: (name: string) => boolean): PermissionRepair {
  const found: PermissionRepair = { repaired: 0, left: [] };
  if ((statSync(directory).mode & STICKY) === 0)
    repairMode(directory, statSync(directory).mode, DIRECTORY_MODE, found);
  else found.left.push(directory);
  for (const name of readdirSync(directory))
    if (isOwnFile(name)) makeTreePrivate(join(directory, name), found);
  return found;
}

function makeTreePrivate(path: string, found: PermissionRepair): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) repairMode(path, stats.mode, FILE_MODE, found);
  if (!stats?.isDirectory()) return;
  repairMode(path, stats.mode, DIRECTORY_MODE, found);
  for (const name of readdirSync(path)) makeTreePrivate(join(path, name), found);
}

function repairMode(path: string, mode: number, expected: number, found: PermissionRepair): void {
  if ((mode & PERMISSIONS) === expected) return;
  try {
    chmodSync(path, expected);
    found.repaired += 1;
  } catch {
    found.left.push(path);
  }
}
