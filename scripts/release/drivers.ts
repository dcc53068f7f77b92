import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Lock } from "./packages";

const DRIVER = "node_modules/better-sqlite3";
const OLDER_DRIVER = "node_modules/better-sqlite3-12";

/** Files of better-sqlite3 13: its code, and a binary for each platform that the archive supports. */
const DRIVER_FILES = [
  "package.json",
  "LICENSE",
  "lib",
  ...["linux", "linuxmusl", "darwin"].flatMap((system) =>
    ["x64", "arm64"].map((processor) => `prebuilds/${system}-${processor}.node`),
  ),
];

/** Files of the driver for an old Node, with the binary for the Node and platform of this process. */
const OLDER_DRIVER_FILES = [
  ...["package.json", "index.js"].map((file) => `${OLDER_DRIVER}/${file}`),
  ...["package.json", "LICENSE", "lib", "build/Release/better_sqlite3.node"].map(
    (file) => `${OLDER_DRIVER}/node_modules/better-sqlite3/${file}`,
  ),
  ...["package.json", "LICENSE.md", "bindings.js"].map((file) => `node_modules/bindings/${file}`),
  ...["package.json", "LICENSE", "index.js"].map((file) => `node_modules/file-uri-to-path/${file}`),
];

export function copyFile(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

/** Fetches better-sqlite3 with npm, because npm does not install it on a Node that is too old for it. */
function fetchDriver(lock: Lock, scratch: string): string {
  const { version, integrity } = lock.packages[DRIVER] ?? {};
  const options = ["--pack-destination", scratch, "--prefer-offline", "--silent"];
  const printed = execFileSync("npm", ["pack", `better-sqlite3@${version}`, ...options], {
    cwd: scratch,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 180_000,
  });
  const file = join(scratch, printed.trim());
  const digest = createHash("sha512").update(readFileSync(file)).digest("base64");
  if (integrity !== `sha512-${digest}`) {
    throw new Error(`better-sqlite3@${version} from the registry differs from package-lock.json`);
  }
  execFileSync("tar", ["-xzf", file, "-C", scratch]);
  rmSync(file);
  return join(scratch, "package");
}

/**
 * Copies the SQLite drivers into a folder: better-sqlite3 13 for Node 22.14 and newer, and the older driver
 * if npm has installed it for the Node of this process. Returns whether the older driver is among them.
 */
export function copyDrivers(root: string, lock: Lock, scratch: string, into: string): boolean {
  const installed = join(root, DRIVER);
  const driver = existsSync(installed) ? installed : fetchDriver(lock, scratch);
  for (const file of DRIVER_FILES) copyFile(join(driver, file), join(into, DRIVER, file));
  const isOlderInstalled = existsSync(join(root, OLDER_DRIVER));
  if (isOlderInstalled) {
    for (const file of OLDER_DRIVER_FILES) copyFile(join(root, file), join(into, file));
  }
  return isOlderInstalled;
}
