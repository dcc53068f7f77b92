// Manages builds in `dist/builds/<fingerprint of sources>-<commit>/`, which never change. Plain JavaScript,
// because an installation without development packages runs this file.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { hostname } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const SOURCES = [
  "generated",
  "package-lock.json",
  "package.json",
  "scripts/build.ts",
  "scripts/client",
  "scripts/console-bundle.ts",
  "src",
  "tsconfig.json",
];
/** Prefix of a draft: an unfinished build, possibly left by a crash. */
const DRAFT = ".draft-";
/** Folder with one mark, an empty file, for each process that runs a build. */
const IN_USE = ".in-use";
/** Number of newest builds to keep, so that switching between branches needs no new build. */
const RETAINED_BUILDS = 4;
/** Minimum age of a build before its removal. A process may not have marked a younger build as used yet. */
const SETTLED_AFTER_MS = 3_600_000;
/** Lifetime of a mark from another machine or container, where process ids cannot be checked. */
const FOREIGN_MARK_COUNTS_MS = 30 * 86_400_000;
/** Maximum number of attempts. A build is repeated if the sources changed while it ran. */
const TRIES = 5;

/** Failure with a one-line message for the operator. */
export class BuildError extends Error {}

/** Returns the folder of the build of the current sources. Makes the build if it is missing. */
export function ensureBuild(root = ROOT) {
  const builds = join(root, "dist", "builds");
  const commit = commitOf(root);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const sources = fingerprint(root);
    const found = findBuild(builds, sources, commit, canBuild(root));
    if (found !== undefined) return found;
    if (!canBuild(root)) {
      throw new BuildError(
        "There is no build of these sources, and the packages that make one are not installed: run npm ci and npm run build first.",
      );
    }
    const draft = makeDraft(root, builds, commit);
    // If a source has changed while the build ran, the build may not match its fingerprint.
    if (fingerprint(root) === sources) {
      const build = publish(draft, join(builds, nameOf(sources, commit)));
      prune(builds, build);
      return build;
    }
    rmSync(draft, { recursive: true, force: true });
  }
  throw new BuildError("The sources changed during each build: start again once they no longer change.");
}

/** Marks the build as used by this process until its exit. Used builds are not removed. */
export function markInUse(build) {
  const [builds, name] = [resolve(build, ".."), build.split(/[\\/]/).at(-1)];
  const mark = join(builds, IN_USE, `${name}@${hostname()}@${process.pid}`);
  try {
    mkdirSync(join(builds, IN_USE), { recursive: true });
    writeFileSync(mark, "");
  } catch {
    return; // No build is removed from a read-only checkout.
  }
  process.once("exit", () => rmSync(mark, { force: true }));
}

const nameOf = (sources, commit) => `${sources}-${commit?.slice(0, 12) ?? "unknown"}`;

/**
 * Returns the build of these sources and this commit, or undefined. If the commit is unknown or no build can
 * be made, returns a build of these sources from any commit.
 */
function findBuild(builds, sources, commit, canBuild) {
  const exact = join(builds, nameOf(sources, commit));
  if (existsSync(exact)) return exact;
  if (commit !== null && canBuild) return undefined;
  const name = namesIn(builds).find((one) => one.startsWith(`${sources}-`));
  return name === undefined ? undefined : join(builds, name);
}

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

function canBuild(root) {
  const { resolve: find } = createRequire(join(root, "package.json"));
  try {
    return Boolean(find("esbuild") && find("tsx"));
  } catch {
    return false;
  }
}

function fingerprint(root) {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap((source) => filesOf(root, source))) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

function filesOf(root, source) {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [source];
  return readdirSync(path, { recursive: true })
    .map((name) => join(source, name))
    .filter((file) => statSync(join(root, file)).isFile())
    .sort();
}

function git(root, ...args) {
  const options = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
  return execFileSync("git", args, options).trim();
}

/** Returns the checked-out commit. Null outside a Git checkout, or if git is not installed. */
function commitOf(root) {
  try {
    const [top = "", commit = ""] = git(root, "rev-parse", "--show-toplevel", "HEAD").split("\n");
    return realpathSync(top) === realpathSync(root) ? commit : null;
  } catch {
    return null;
  }
}

function makeDraft(root, builds, commit) {
  mkdirSync(builds, { recursive: true });
  const draft = mkdtempSync(join(builds, DRAFT));
  const modified = commit !== null && git(root, "status", "--porcelain", "--", ...SOURCES) !== "";
  const named = commit === null ? [] : [`--commit=${commit}${modified ? "+modified" : ""}`];
  const command = ["--import", "tsx", "scripts/build.ts", `--outdir=${draft}`, "--with-client", ...named];
  try {
    execFileSync(process.execPath, command, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw new BuildError(`The build failed: ${error.message}`);
  }
  return draft;
}

/** Renames the draft to the build. If another process has made that build first, its build is used. */
function publish(draft, build) {
  try {
    renameSync(draft, build);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(build)) throw error;
  }
  return build;
}

/**
 * Removes drafts and builds that are older than `SETTLED_AFTER_MS`. Keeps the newest `RETAINED_BUILDS`
 * builds, including `current`, and the builds in use.
 */
export function prune(builds, current) {
  const isSettled = (name) => ageOf(join(builds, name)) > SETTLED_AFTER_MS;
  const inUse = buildsInUse(join(builds, IN_USE));
  const names = namesIn(builds).filter((name) => name !== IN_USE);
  const drafts = names.filter((name) => name.startsWith(DRAFT));
  const old = names
    .filter((name) => !name.startsWith(DRAFT) && join(builds, name) !== current)
    .sort((a, b) => ageOf(join(builds, a)) - ageOf(join(builds, b)))
    .slice(RETAINED_BUILDS - 1)
    .filter((name) => !inUse.has(name));
  for (const name of [...drafts, ...old].filter(isSettled)) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
}

/** Returns the age in milliseconds, or 0 if the path does not exist. */
function ageOf(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

function buildsInUse(marks) {
  const inUse = new Set();
  for (const mark of namesIn(marks)) {
    const [name, host, pid] = mark.split("@");
    const isForeign = host !== hostname();
    const lives = isForeign ? ageOf(join(marks, mark)) < FOREIGN_MARK_COUNTS_MS : isAlive(Number(pid));
    if (lives) inUse.add(name);
    else rmSync(join(marks, mark), { force: true });
  }
  return inUse;
}

/** Returns whether a process has this id. A reused id keeps a build longer, which is harmless. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}
