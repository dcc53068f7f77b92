import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LockedPackage } from "./packages";

const LICENCE_FILE = /^(licen[cs]e|notice|copying)([.-]|$)/i;

/**
 * Returns the licences of packages with the texts that the packages contain. npm leaves out packages that are
 * for another platform; only their names are known.
 */
export function licencesOf(root: string, packages: readonly LockedPackage[]): string {
  return packages
    .filter(({ integrity }) => integrity !== null)
    .map(({ name, version, path, license }) => {
      const folder = join(root, path);
      const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : [];
      const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
      return [`${name} ${version} (${license ?? "licence in its text"})`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
