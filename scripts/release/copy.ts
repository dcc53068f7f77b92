import { cpSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Copies a file or a folder to a path, and makes the folders above it. */
export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}
