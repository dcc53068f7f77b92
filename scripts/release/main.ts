// Makes `dist/release/recado-<version>.tar.gz` and `dist/release/SHA256SUMS`: the service as one bundle with
// the files that it reads. The same commit gives the same bytes on the same Node.
import { execFileSync, type StdioOptions } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { archiveCommands, bundleService } from "./bundle";
import { copyDrivers, copyFile } from "./drivers";
import { licencesOf } from "./licences";
import { type Lock, productionPackages } from "./packages";
import { sbomOf } from "./sbom";
import { MAX_MTIME, tarOf } from "./tar";

const ROOT = resolve(__dirname, "../..");
const OUT = join(ROOT, "dist", "release");

const MAX_BYTES = 15_000_000;

/** Folders and files of a build that the service reads. Its modules are in the bundle. */
const READ_AT_START = [
  "build.json",
  "src/web/console/assets",
  "src/web/docs/clients",
  "src/web/docs/guides",
  "src/web/docs/page",
  "src/web/sandbox/page",
];

/** Files of swagger-ui-dist that the explorer serves, with its licence. */
const EXPLORER_FILES = ["package.json", "LICENSE", "NOTICE", "swagger-ui.css", "swagger-ui-bundle.js"];

const CARRIER_CONTRACT = "openapi/carriers/http.yaml";

/** Oldest Node that has a driver of SQLite in every archive. */
const OLDEST_NODE = ">=22.14.0";

interface Manifest {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8")) as T;

/** Returns the time of all files in the archive, in seconds: that of the commit, where there is one. */
function timeOfSources(): number {
  const { SOURCE_DATE_EPOCH: given } = process.env;
  if (given) {
    const seconds = /^\d+$/.test(given) ? Number(given) : NaN;
    if (seconds <= MAX_MTIME) return seconds;
    throw new Error(`SOURCE_DATE_EPOCH must be a whole number of seconds, at most ${MAX_MTIME}`);
  }
  try {
    const stdio: StdioOptions = ["ignore", "pipe", "ignore"];
    return Number(execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: ROOT, encoding: "utf8", stdio }));
  } catch {
    return Date.UTC(2000, 0, 1) / 1_000;
  }
}

const isExecutable = (file: string) => (statSync(file).mode & 0o111) !== 0;

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

/** Writes the content of the archive into a folder. */
async function assemble(folder: string, scratch: string, mtime: number): Promise<void> {
  const manifest = readJson<Manifest>("package.json");
  const lock = readJson<Lock>("package-lock.json");
  const packages = productionPackages(lock);
  const options = { cwd: ROOT, encoding: "utf8" } as const;
  const build = execFileSync(process.execPath, ["scripts/recado.mjs", "build"], options).trim();
  const lib = join(folder, "lib");
  await bundleService(build, lib);
  for (const file of READ_AT_START) copyFile(join(build, file), join(lib, file));
  const guides = join(lib, "src/web/docs/guides");
  for (const name of filesIn(guides).filter((one) => one.endsWith(".md"))) {
    writeFileSync(join(guides, name), archiveCommands(readFileSync(join(guides, name), "utf8")));
  }
  copyFile(join(ROOT, "scripts/preflight.js"), join(lib, "preflight.js"));
  for (const file of EXPLORER_FILES) {
    const path = join("node_modules/swagger-ui-dist", file);
    copyFile(join(ROOT, path), join(folder, path));
  }
  const hasOlderDriver = copyDrivers(ROOT, lock, scratch, folder);
  copyFile(join(__dirname, "files"), folder);
  copyFile(join(ROOT, "CHANGELOG.md"), join(folder, "CHANGELOG.md"));
  // The guide "Your own carrier" and messages of the kind `http` refer to this contract.
  copyFile(join(ROOT, CARRIER_CONTRACT), join(folder, CARRIER_CONTRACT));
  const { name, version, description, license, engines } = manifest;
  const write = (file: string, value: unknown) =>
    writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`);
  const node = hasOlderDriver ? engines.node : OLDEST_NODE;
  write("package.json", { name, version, private: true, description, license, engines: { node } });
  write("sbom.cdx.json", sbomOf(manifest, packages, new Date(mtime * 1_000)));
  writeFileSync(join(folder, "THIRD-PARTY-LICENCES"), `${licencesOf(ROOT, packages)}\n`);
}

async function main(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "recado-release-"));
  try {
    const mtime = timeOfSources();
    const folder = join(scratch, "archive");
    await assemble(folder, scratch, mtime);
    const { version } = readJson<Manifest>("package.json");
    const files = filesIn(folder).map((name) => ({
      name: `recado-${version}/${name.split(sep).join("/")}`,
      content: readFileSync(join(folder, name)),
      isExecutable: isExecutable(join(folder, name)),
    }));
    const archive = gzipSync(tarOf(files, mtime), { level: 9 });
    if (archive.length > MAX_BYTES) {
      throw new Error(`the archive has ${archive.length} bytes and must have at most ${MAX_BYTES}`);
    }
    const name = `recado-${version}.tar.gz`;
    rmSync(OUT, { recursive: true, force: true });
    mkdirSync(OUT, { recursive: true });
    writeFileSync(join(OUT, name), archive);
    writeFileSync(
      join(OUT, "SHA256SUMS"),
      `${createHash("sha256").update(archive).digest("hex")}  ${name}\n`,
    );
    console.log(join(OUT, name));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
