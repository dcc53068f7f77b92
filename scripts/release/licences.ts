import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PackageFolder } from "./fetched-package";
import type { LockedPackage } from "../tools/locked-packages";

const LICENCE_FILE = /^(licen[cs]e|notice|copying)([.-]|$)/i;
/** Licence section of a README, up to the next heading of level 1 or 2. */
const LICENCE_SECTION = /^##? *licen[cs]e *\n+([\s\S]*?)(?=^##? |(?![\s\S]))/im;
/** Words of a licence text. A section without these words only names the licence. */
const GRANT = /permission is hereby granted/i;

/** Folder of licence texts from https://spdx.org/licenses/, each named by its SPDX identifier. */
const TEXTS = join(__dirname, "licences");
/** Apache licence in a production package, with the appendix that the terms do not include. */
const APACHE = join(__dirname, "../../node_modules/@opentelemetry/api/LICENSE");

type Author = string | { name: string };

function authorOf(folder: string): string {
  const { author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { author?: Author };
  return (typeof author === "string" ? author : author?.name) ?? "its authors";
}

/** Returns the licence texts that a package contains, in files or in its README. */
function textsIn(folder: string): string[] {
  const names = readdirSync(folder).sort();
  const files = names.filter((name) => LICENCE_FILE.test(name));
  if (files.length > 0) return files.map((name) => readFileSync(join(folder, name), "utf8").trim());
  const readme = names.find((name) => /^readme\.md$/i.test(name));
  if (readme === undefined) return [];
  const section = LICENCE_SECTION.exec(readFileSync(join(folder, readme), "utf8"))?.[1] ?? "";
  return GRANT.test(section) ? [section.trim()] : [];
}

/** Returns the text of a licence that a package names without its text. Throws if the text is missing. */
function namedText({ name, license }: LockedPackage, folder: string): string {
  const file = license === "Apache-2.0" ? APACHE : join(TEXTS, `${license}.txt`);
  if (!existsSync(file)) throw new Error(`${name} contains no licence text, and ${file} does not exist`);
  const about = `The package names this licence without its text. Copyright (c) ${authorOf(folder)}`;
  const [terms = ""] = readFileSync(file, "utf8").split(/^ *APPENDIX:/m);
  return `${about}\n\n${terms.trim()}`;
}

/**
 * Returns the licence texts of the packages. Omits this project's own packages, which have no `integrity`.
 */
export function licencesOf(packages: readonly LockedPackage[], folderOf: PackageFolder): string {
  return packages
    .filter(({ integrity }) => integrity !== null)
    .map((one) => {
      const folder = folderOf(one);
      const found = textsIn(folder);
      const texts = found.length > 0 ? found : [namedText(one, folder)];
      return [`${one.name} ${one.version} (${one.license ?? "licence in its text"})`, ...texts].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}
