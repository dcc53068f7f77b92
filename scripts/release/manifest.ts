import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageFolder } from "./fetched-package";
import type { LockedPackage } from "../tools/locked-packages";

/** Oldest Node that SQLite's driver in the archive supports. */
const OLDEST_NODE = ">=22.14.0";

/** Fields of a package that Node reads. Without other fields npm runs no script and fetches no package. */
const FIELDS_FOR_NODE = ["name", "version", "license", "type", "main", "exports"];

/** Packages that the archive contains as folders, with the files that the service uses. */
const CONTAINED: Readonly<Record<string, readonly string[]>> = {
  "better-sqlite3": [
    ...["LICENSE", "lib"],
    ...["linux", "linuxmusl", "darwin"].flatMap((system) =>
      ["x64", "arm64"].map((processor) => `prebuilds/${system}-${processor}.node`),
    ),
  ],
  "swagger-ui-dist": ["LICENSE", "NOTICE", "swagger-ui.css", "swagger-ui-bundle.js"],
};

export const writeJson = (file: string, value: unknown): void =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Copies a file or a folder to a path. Creates missing parent folders. */
export const copyPath = (from: string, to: string): void =>
  cpSync(from, to, { recursive: true, dereference: true });

/** Copies the packages that the archive contains as folders. Returns their versions by name. */
export function copyPackages(
  packages: readonly LockedPackage[],
  folderOf: PackageFolder,
  into: string,
): Record<string, string> {
  const contained = packages.filter(({ name, path }) => name in CONTAINED && path === `node_modules/${name}`);
  for (const one of contained) {
    const [from, to] = [folderOf(one), join(into, one.path)];
    for (const file of CONTAINED[one.name] ?? []) copyPath(join(from, file), join(to, file));
    const manifest = JSON.parse(readFileSync(join(from, "package.json"), "utf8")) as Record<string, unknown>;
    const kept = Object.entries(manifest).filter(([field]) => FIELDS_FOR_NODE.includes(field));
    writeJson(join(to, "package.json"), Object.fromEntries(kept));
  }
  return Object.fromEntries(contained.map(({ name, version }) => [name, version]));
}

export interface Project {
  version: string;
  description: string;
  license: string;
}

/**
 * Returns the `package.json` of the archive. It lets `npm pack` in the unpacked folder make the package
 * `recado-server`, which contains its dependencies and runs no script when it is installed.
 */
export const archiveManifest = (
  { version, description, license }: Project,
  files: readonly string[],
  dependencies: Readonly<Record<string, string>>,
) => ({
  name: "recado-server",
  version,
  description,
  license,
  bin: { "recado-server": "bin/recado", recado: "bin/recado" },
  files,
  engines: { node: OLDEST_NODE },
  dependencies,
  bundleDependencies: Object.keys(dependencies),
});
