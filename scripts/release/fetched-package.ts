import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "../tools/locked-packages";

/** Function that returns the folder of an unpacked package. */
export type PackageFolder = (one: LockedPackage) => string;

/**
 * Returns a function that finds installed packages and fetches missing packages into `scratch`. For example,
 * npm does not install better-sqlite3 on a Node that is too old. The function throws if the registry's
 * package differs from the lock file.
 */
export function packageFolders(root: string, scratch: string): PackageFolder {
  const fetched = new Map<string, string>();
  return (one) => {
    const installed = join(root, one.path);
    if (existsSync(installed)) return installed;
    const folder = fetched.get(one.path) ?? fetchPackage(one, scratch);
    fetched.set(one.path, folder);
    return folder;
  };
}

function fetchPackage({ name, version, integrity }: LockedPackage, scratch: string): string {
  mkdirSync(scratch, { recursive: true });
  const folder = mkdtempSync(join(scratch, "package-"));
  const options = ["--pack-destination", folder, "--prefer-offline", "--silent"];
  const printed = execFileSync("npm", ["pack", `${name}@${version}`, ...options], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 180_000,
  });
  const file = join(folder, printed.trim());
  const digest = createHash("sha512").update(readFileSync(file)).digest("base64");
  if (integrity !== `sha512-${digest}`) {
    throw new Error(`${name}@${version} from the registry differs from package-lock.json`);
  }
  execFileSync("tar", ["-xzf", file, "-C", folder]);
  rmSync(file);
  return join(folder, "package");
}
