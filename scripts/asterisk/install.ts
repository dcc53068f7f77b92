// Fetches Debian's Asterisk for the tests, into a tree of its own: nothing of the system is changed. Debian 12 and 13
// are without the package; its next release has it, whose libraries come along.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { asteriskRoot } from "./root";

const SUITE = "forky";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** Needed by the packages' own scripts only, which are not run. */
const LEFT_OUT = /^(perl|libperl|python|systemd)/;

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1_024 * 1_024,
  });

/** The machine's own Debian mirror. */
function mirror(): string {
  const sites = run("apt-get", ["indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]).split(
    "\n",
  );
  const site = sites.find((uri) => /\/debian\/?$/.test(uri));
  if (site === undefined) throw new Error("apt knows no mirror of Debian");
  return site;
}

/** apt with a state of its own, in which nothing is installed. */
function apt(folder: string): (...args: string[]) => string {
  for (const name of [
    "etc/apt/apt.conf.d",
    "etc/apt/preferences.d",
    "etc/apt/sources.list.d",
    "var/lib/dpkg",
  ]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  for (const name of ["var/lib/apt/lists/partial", "var/cache/apt/archives/partial"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const status = join(folder, "var/lib/dpkg/status");
  writeFileSync(status, "");
  writeFileSync(
    join(folder, "etc/apt/sources.list"),
    `deb [signed-by=${KEYRING}] ${mirror()} ${SUITE} main\n`,
  );
  const options = [`Dir=${folder}`, `Dir::State::status=${status}`, "APT::Sandbox::User=root"];
  return (...args) => run("apt-get", [...options.flatMap((one) => ["-o", one]), "-y", ...args]);
}

function install(root: string): void {
  mkdirSync(dirname(root), { recursive: true });
  const work = mkdtempSync(`${root}-`);
  try {
    const get = apt(join(work, "apt"));
    get("update");
    get("install", "--no-install-recommends", "--download-only", "asterisk");
    const archives = join(work, "apt/var/cache/apt/archives");
    const packages = readdirSync(archives).filter((name) => name.endsWith(".deb") && !LEFT_OUT.test(name));
    for (const name of packages) run("dpkg-deb", ["-x", join(archives, name), join(work, "root")]);
    // Only a whole tree is found by the next run.
    renameSync(join(work, "root"), root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

try {
  if (!existsSync(asteriskRoot())) install(asteriskRoot());
  console.log(`Asterisk is in ${asteriskRoot()}`);
} catch (error) {
  const { stderr, message } = error as { stderr?: string; message: string };
  const reason = (stderr || message).trim().split("\n").at(-1);
  console.error(`Asterisk cannot be had on this machine: ${reason}`);
  process.exitCode = 1;
}
