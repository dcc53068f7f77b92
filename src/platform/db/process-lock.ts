import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFile } from "../private-files";
import { isSqliteBusy } from "./errors";
import { connectToSqlite } from "./sqlite";

interface ProcessLock {
  /** Releases the lock. The end of the process releases the lock too, even after a crash. */
  release(): void;
}

/** Error of a lock that another process holds. The operator sees the message. */
export class DirectoryInUseError extends Error {
  override readonly name = "DirectoryInUseError";
}

/**
 * Makes this process the only user of the SQLite database in the directory. A second process would send
 * leased messages again. The lock is an open SQLite transaction on a separate file. The operating system ends
 * the transaction with the process.
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
    throw isSqliteBusy(error) ? new DirectoryInUseError(inUse(directory, pidIn(pidFile))) : error;
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

/**
 * Writes the process id for the error message of a second process. A write to the locked file would release
 * the lock (see `makePrivateFile`), so the id has its own file.
 */
function writePid(file: string): void {
  try {
    writeFileSync(file, `${process.pid}\n`, { mode: 0o600 });
    chmodSync(file, 0o600); // the mode above applies to new files only
  } catch {
    // A full disk must not prevent the start.
  }
}

function pidIn(file: string): string | null {
  try {
    return /^\d+$/.exec(readFileSync(file, "utf8").trim())?.[0] ?? null;
  } catch {
    return null;
  }
}
