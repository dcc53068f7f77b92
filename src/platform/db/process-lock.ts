import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile } from "../private-files";
import { connectToSqlite } from "./sqlite";
import { isLocked } from "./lock-wait";

export interface ProcessLock {
  /** Lets the next process in. The end of this one does the same, however it comes. */
  release(): void;
}

/** Another process has the lock; the message is for the operator. */
export class DirectoryInUse extends Error {
  override readonly name = "DirectoryInUse";
}

/**
 * Makes this process the only one that runs on the SQLite database in the directory: messages that it has leased would
 * be sent again by another one. The lock is the operating system's, on a file that nothing else opens, held by a
 * transaction of SQLite's that never ends.
 */
export async function lockDirectory(directory: string): Promise<ProcessLock> {
  const file = join(directory, "recado.lock");
  const pidFile = join(directory, "recado.pid");
  makePrivateFile(file);
  const connection = await connectToSqlite(file);
  try {
    connection.pragma("busy_timeout = 0");
    connection.exec("begin exclusive");
  } catch (error) {
    connection.close();
    throw isLocked(error) ? new DirectoryInUse(inUse(directory, pidIn(pidFile))) : error;
  }
  writePid(pidFile);
  return {
    release() {
      rmSync(pidFile, { force: true });
      connection.close();
    },
  };
}

const inUse = (directory: string, pid: string | null) =>
  `${pid === null ? "Another process" : `Process ${pid}`} uses the data directory ${directory}: ` +
  "stop it first, or set RECADO_DATA_DIR to another directory";

/** Who holds the lock, for the message to whoever comes second. Not in the locked file, see `makePrivateFile`. */
function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600 });
    chmodSync(file, 0o600); // the mode above holds for new files only
  } catch {
    // A full disk is no reason not to start.
  }
}

function pidIn(file: string): string | null {
  try {
    return /^\d+$/.exec(readFileSync(file, "utf8").trim())?.[0] ?? null;
  } catch {
    return null;
  }
}
