import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps this folder in memory. Elsewhere the temporary one has to do. */
const IN_MEMORY = "/dev/shm";

/** Waits until whoever started it is gone, however it went, and then removes the folder. */
const REMOVER = `
process.stdin.resume().on("close", () =>
  require("node:fs").rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 5 }));
`;

/** Where such folders are. */
export function memoryPlace(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    return IN_MEMORY;
  } catch {
    return tmpdir();
  }
}

/** How the folder of a process is called, up to a random end. */
export const folderPrefix = (pid: number) => `recado-mock-${pid}-`;

/** A folder that lives as long as this process, in memory where the system has such folders, and what removes it sooner. */
export function memoryFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(memoryPlace(), folderPrefix(process.pid)));
  // In a group of its own: Ctrl+C in the terminal is not for it. What it reads ends when this process does.
  const remover = spawn(process.execPath, ["-e", REMOVER, folder], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  remover.unref();
  (remover.stdin as unknown as { unref(): void }).unref();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
