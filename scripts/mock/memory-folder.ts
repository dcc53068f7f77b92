import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Folder that Linux keeps in memory. Other systems use the folder for temporary files. */
const IN_MEMORY = "/dev/shm";

/**
 * Waits until its standard input closes, which it does however this process ends, and then removes the
 * folder.
 */
const REMOVER = `
process.stdin.resume().on("close", () =>
  require("node:fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 }));
`;

/** Returns the parent of memory folders. */
export function memoryPlace(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/** Returns the prefix of a process's memory folder; the rest of the name is random. */
export const folderPrefix = (pid: number) => `recado-mock-${pid}-`;

/**
 * Creates a folder that is removed when this process ends, however it ends; `remove` removes it sooner. The
 * folder is in memory if the system allows it.
 */
export function memoryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(memoryPlace(), folderPrefix(process.pid)));
  // A separate process group, so that Ctrl+C does not reach it. Its standard input closes when this process
  // ends.
  const remover = spawn(process.execPath, ["-e", REMOVER, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  remover.unref();
  (remover.stdin as unknown as { unref(): void }).unref();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
