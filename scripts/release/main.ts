// Makes `dist/release/recado-<version>.tar.gz` and `dist/release/SHA256SUMS`: the service as one bundle with
// the files that it reads. The same commit gives the same bytes on the same Node.
import { execFileSync, type StdioOptions } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { archiveCommands, archiveGuide, bundleService } from "./bundle";
import { releasedChangelog } from "./changelog";
import { type Checkout, checkoutOf, ReleaseError, releaseVersion } from "./checkout";
import { dashboard } from "./dashboard";
import { packageFolders } from "./fetched-package";
import { licencesOf } from "./licences";
import { archiveManifest, copyPath, copyPackages, type Project, writeJson } from "./manifest";
import { filesIn } from "../tools/files-in";
import { type Lock, productionPackages } from "../tools/locked-packages";
import { sbomOf } from "./sbom";
import { MAX_MTIME, tarOf } from "./tar";

const ROOT = resolve(__dirname, "../..");
const OUT = join(ROOT, "dist", "release");

const MAX_BYTES = 15_000_000;

/** Folders and files of a build that the service reads. The bundle contains the service's modules. */
const READ_AT_START = [
  "src/web/console/assets",
  "src/web/design/tokens.css",
  "src/web/docs/clients",
  "src/web/docs/guides",
  "src/web/docs/page",
];

/** Files that the archive contains under their paths in scripts/release/files. */
const FOR_OPERATORS = [
  "README.md",
  "bin/recado",
  "recado.env.example",
  "recado.service",
  "Dockerfile",
  "compose.yaml",
  "Caddyfile",
  "nginx.conf",
  "haproxy.cfg",
  "recado.rules.yml",
  "recado.sh",
];

const CHANGELOG = "CHANGELOG.md";

/** Contract for carriers. The guide "Your own carrier" and the settings of the kind `http` refer to it. */
const CARRIER_CONTRACT = "openapi/carriers/http.yaml";

/** SQLite driver for Node before 22.14. The archive needs a newer Node, so it omits the driver. */
const OLDER_DRIVER = "better-sqlite3-12";

interface Sources {
  manifest: Project & { name: string };
  checkout: Checkout;
  mtime: number;
}

const readJson = <T>(file: string) => JSON.parse(readFileSync(join(ROOT, file), "utf8")) as T;

/**
 * Returns the archive's file time in seconds: `SOURCE_DATE_EPOCH`, else the commit's time, else 2000-01-01.
 */
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

/** Writes the content of the archive into a folder. */
async function assemble({ manifest, checkout, mtime }: Sources, folder: string, scratch: string) {
  const packages = productionPackages(readJson<Lock>("package-lock.json"), [OLDER_DRIVER]);
  const folderOf = packageFolders(ROOT, scratch);
  const options = { cwd: ROOT, encoding: "utf8" } as const;
  const build = execFileSync(process.execPath, ["scripts/recado.mjs", "build"], options).trim();
  const lib = join(folder, "lib");
  await bundleService(build, lib);
  for (const file of READ_AT_START) copyPath(join(build, file), join(lib, file));
  const { commit, isModified } = checkout;
  writeJson(join(lib, "build.json"), { commit: isModified ? `${commit}+modified` : commit });
  const guides = join(lib, "src/web/docs/guides");
  for (const name of filesIn(guides).filter((one) => one.endsWith(".md"))) {
    writeFileSync(join(guides, name), archiveGuide(readFileSync(join(guides, name), "utf8")));
  }
  copyPath(join(ROOT, "scripts/preflight.js"), join(lib, "preflight.js"));
  for (const file of FOR_OPERATORS) copyPath(join(__dirname, "files", file), join(folder, file));
  const changes = readFileSync(join(ROOT, CHANGELOG), "utf8");
  writeFileSync(
    join(folder, CHANGELOG),
    releasedChangelog(changes, manifest.version, new Date(mtime * 1_000)),
  );
  const contract = join(folder, CARRIER_CONTRACT);
  copyPath(join(ROOT, CARRIER_CONTRACT), contract);
  writeFileSync(contract, archiveCommands(readFileSync(contract, "utf8")));
  writeJson(join(folder, "recado-dashboard.json"), dashboard);
  writeJson(join(folder, "sbom.cdx.json"), sbomOf(manifest, packages, new Date(mtime * 1_000)));
  writeFileSync(join(folder, "THIRD-PARTY-LICENCES"), `${licencesOf(packages, folderOf)}\n`);
  const names = readdirSync(folder).sort();
  const contained = copyPackages(packages, folderOf, folder);
  writeJson(join(folder, "package.json"), archiveManifest(manifest, names, contained));
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { "allow-modified": { type: "boolean", default: false } } });
  const checkout = checkoutOf(ROOT);
  const project = readJson<Sources["manifest"]>("package.json");
  const version = releaseVersion(project.version, checkout, values["allow-modified"]);
  const scratch = mkdtempSync(join(tmpdir(), "recado-release-"));
  try {
    const mtime = timeOfSources();
    const folder = join(scratch, "archive");
    await assemble({ manifest: { ...project, version }, checkout, mtime }, folder, scratch);
    const files = filesIn(folder).map((name) => ({
      name: `recado-${version}/${name}`,
      content: readFileSync(join(folder, name)),
      isExecutable: isExecutable(join(folder, name)),
    }));
    const archive = gzipSync(await tarOf(files, mtime), { level: 9 });
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
  console.error(error instanceof ReleaseError ? error.message : error);
  process.exitCode = 1;
});
