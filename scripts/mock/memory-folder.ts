import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** In-memory file system of Linux. Other systems use the temporary folder. */
const IN_MEMORY = "/dev/shm";

/** Script that removes the folder when standard input closes, which happens even if the parent is killed. */
const REMOVER = `
process.stdin.resume().on("close", () =>
  require("node:fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 }));
`;

/**
 * Returns the parent of the mock's folders: the in-memory file system if it is writable, else the temporary
 * folder.
 */
export function memoryPlace(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/** Returns the name prefix of the folders of a process; the rest of a name is random. */
export const folderPrefix = (pid: number) => `recado-mock-${pid}-`;

/** Creates a folder, in memory if possible, which is removed even if this process is killed. */
export function memoryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(memoryPlace(), folderPrefix(process.pid)));
  // The remover has a separate process group, so that Ctrl+C does not end it before it removes the folder.
  const remover = spawn(process.execPath, ["-e", REMOVER, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  remover.unref();
  (remover.stdin as unknown as { unref(): void }).unref();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
