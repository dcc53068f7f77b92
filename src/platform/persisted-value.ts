import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { flushDirectory } from "./private-files";

const OWNER_ONLY = 0o600;

/** Returns the file's trimmed content, or null if no such file exists. Restricts the file to its owner. */
export function readStored(file: string): string | null {
  try {
    const line = readFileSync(file, "utf8").trim();
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY);
    return line;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Returns the file's trimmed content. Creates a missing file with the value of `make`, for its owner alone. A
 * new file is flushed to disk before it appears. Concurrent processes all return the value that was stored
 * first.
 */
export function createOnce(file: string, make: () => string): string {
  const stored = readStored(file);
  if (stored !== null) return stored;
  const draft = `${file}.${randomUUID()}`;
  try {
    writeThrough(draft, `${make()}\n`);
    // Unlike a rename, a link never replaces an existing file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  flushDirectory(dirname(file));
  const line = readStored(file);
  if (line === null) throw new Error(`${file} was created and has disappeared`);
  return line;
}

function writeThrough(file: string, text: string): void {
  const handle = openSync(file, "wx", OWNER_ONLY);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
