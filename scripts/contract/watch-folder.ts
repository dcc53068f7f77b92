import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Time without changes after which a folder is read, in milliseconds. */
const QUIET_MS = 50;
/** Time between two attempts to find a watched folder that has vanished, in milliseconds. */
const RETRY_MS = 500;

/**
 * Calls `changed` once a folder tree has been quiet for `QUIET_MS` after a change. Returns a function that
 * stops the watch. Each folder has a watcher: on Linux, Node's recursive watch loses a file that an editor
 * replaces by renaming. If the folder itself vanishes, the watch continues when it is back.
 */
export function watchFolder(folder: string, changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  function scan(): void {
    const folders = new Map([folder, ...foldersIn(folder)].map((path) => [identityOf(path), path]));
    for (const [identity, watcher] of watchers) {
      if (folders.has(identity)) continue;
      watcher.close();
      watchers.delete(identity);
    }
    for (const [identity, path] of folders) {
      if (watchers.has(identity)) continue;
      const watcher = watch(path, noticed);
      watcher.on("error", () => watchers.delete(identity)); // deleted folder
      watchers.set(identity, watcher);
    }
  }

  function noticed(): void {
    clearTimeout(timer);
    timer = setTimeout(update, QUIET_MS);
  }

  function update(): void {
    try {
      scan();
    } catch {
      // A folder vanished, for instance during `git checkout`.
      timer = setTimeout(update, RETRY_MS);
      return;
    }
    changed();
  }

  scan();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

/** Returns a text that differs for a recreated folder, even one with the inode of the deleted folder. */
function identityOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${path} ${ino} ${birthtimeNs}`;
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
