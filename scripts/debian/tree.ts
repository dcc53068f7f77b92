import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";

/** Returns the folder of a separate installation in the user's cache. */
export const treeOf = (name: string): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "recado", name, "root");

/** Returns the environment in which the programs of an installation find their libraries. */
export function treeEnvironment(name: string): Record<string, string> {
  const root = treeOf(name);
  const folders = ["lib", "usr/lib"].map((folder) => join(root, folder));
  const libraries = folders.filter(existsSync).flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => join(folder, name)),
  );
  return { PATH: process.env.PATH ?? "", HOME: root, LD_LIBRARY_PATH: libraries.join(":") };
}

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1_024 * 1_024,
  });

/** Returns the Debian mirror that the machine's apt uses. */
function mirror(): string {
  const sites = run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).split(
    "\n",
  );
  const site = sites.find((uri) => /\/debian\/?$/.test(uri));
  if (site === undefined) throw new Error("apt has no Debian mirror configured");
  return site;
}

/** Returns a function that runs `apt-get` with separate state, in which no package is installed. */
function apt(folder: string, suite: string): (...args: string[]) => string {
  const settings = ["apt.conf.d", "preferences.d", "sources.list.d"].map((name) => `etc/apt/${name}`);
  const state = ["var/lib/dpkg", "var/lib/apt/lists/partial", "var/cache/apt/archives/partial"];
  for (const name of [...settings, ...state]) mkdirSync(join(folder, name), { recursive: true });
  const status = join(folder, "var/lib/dpkg/status");
  writeFileSync(status, "");
  writeFileSync(
    join(folder, "etc/apt/sources.list"),
    `deb [signed-by=${KEYRING}] ${mirror()} ${suite} main\n`,
  );
  const options = [`Dir=${folder}`, `Dir::State::status=${status}`, "APT::Sandbox::User=root"];
  return (...args) => run("apt-get", [...options.flatMap((one) => ["-o", one]), "-y", ...args]);
}

/** Packages that are installed into a separate folder. */
export interface Tree {
  title: string;
  /** Debian's release; Debian 12 by default. */
  suite?: string;
  packages: readonly string[];
  /** Pattern of names of downloaded package files that are not unpacked. */
  excluded: RegExp;
  /** Completes the unpacked files in a folder before they become the installation. */
  finish?: (folder: string) => void;
}

/** Unpacks packages and their dependencies into a separate folder, without changing the system. */
function unpack(root: string, { suite = "bookworm", packages, excluded, finish }: Tree): void {
  mkdirSync(dirname(root), { recursive: true });
  const work = mkdtempSync(`${root}-`);
  try {
    const get = apt(join(work, "apt"), suite);
    get("update");
    get("install", "--no-install-recommends", "--download-only", ...packages);
    const archives = join(work, "apt/var/cache/apt/archives");
    const files = readdirSync(archives).filter((name) => name.endsWith(".deb") && !excluded.test(name));
    for (const name of files) run("dpkg-deb", ["-x", join(archives, name), join(work, "root")]);
    finish?.(join(work, "root"));
    // The rename comes last, so that an incomplete installation is never in `root`.
    renameSync(join(work, "root"), root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Installs a tree unless it exists, and prints its folder. A failure is printed in one line and sets the exit
 * code 1.
 */
export function install(name: string, tree: Tree): void {
  const root = treeOf(name);
  try {
    if (!existsSync(root)) unpack(root, tree);
    console.log(`${tree.title} is in ${root}`);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const reason = (stderr || message).trim().split("\n").at(-1);
    console.error(`${tree.title} cannot be installed on this machine: ${reason}`);
    process.exitCode = 1;
  }
}
