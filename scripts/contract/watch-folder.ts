import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Calls `changed` once a folder tree has been quiet for `quietMs` after a change. Returns a function that
 * stops the watch. Each folder has a watcher: on Linux, Node's recursive watch loses a file that an editor
 * replaces by renaming.
 */
export function watchFolder(folder: string, changed: () => void, quietMs = 50): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function scan(): void {
    const folders = new Set([folder, ...foldersIn(folder)]);
    for (const [path, watcher] of watchers) {
      if (folders.has(path)) continue;
      watcher.close();
      watchers.delete(path);
    }
    for (const path of folders) {
      if (watchers.has(path)) continue;
      const watcher = watch(path, noticed);
      watcher.on("error", () => watchers.delete(path)); // deleted folder; a later scan watches a recreated folder
      watchers.set(path, watcher);
    }
  }

  function noticed(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      scan();
      changed();
    }, quietMs);
  }

  scan();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
