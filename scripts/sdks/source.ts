import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { compareVersions, tagOf } from "../contract-diff/release";
import { filesIn } from "../tools/files-in";
import { git } from "../tools/git";
import type { LanguageName } from "./language";

export const BUNDLE = "generated/openapi.sdk.json";
/** Folder of the example programs' build files by language, and of the output that all programs print. */
export const TOURS = "scripts/sdks/tours";
/** Folder of the tours: one example program per language, which the guides show. */
export const PROGRAMS = "src/web/docs/guides/examples";

const PROGRAM_OF: Readonly<Record<LanguageName, string>> = {
  python: "tour.py",
  go: "tour.go",
  java: "Tour.java",
  csharp: "Tour.cs",
};

/** Returns each file of the tours with its target path. */
const placed = (buildFiles: readonly string[]): [file: string, place: string][] => [
  ...buildFiles.map((file): [string, string] => [file, file.slice(TOURS.length + 1)]),
  ...Object.entries(PROGRAM_OF).map(([name, program]): [string, string] => [
    `${PROGRAMS}/${program}`,
    join(name, program),
  ]),
];

function write(folder: string, place: string, content: string): void {
  const target = join(folder, place);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** OpenAPI bundle for SDKs and example programs (tours) of a checkout or release. */
export interface Source {
  name: string;
  bundle: string;
  copyTours(folder: string): Promise<void>;
}

const sourceOf = (
  name: string,
  bundle: string,
  buildFiles: readonly string[],
  read: (file: string) => Promise<string | null>,
): Source => ({
  name,
  bundle,
  async copyTours(folder) {
    for (const [file, place] of placed(buildFiles)) {
      const content = await read(file);
      if (content !== null) write(folder, place, content); // the language may be newer than the release
    }
  },
});

export function presentSource(root: string): Source {
  const files = filesIn(join(root, TOURS)).map((file) => `${TOURS}/${file}`);
  const read = (file: string) => readFile(join(root, file), "utf8");
  return sourceOf("the contract of this checkout", readFileSync(join(root, BUNDLE), "utf8"), files, read);
}

/** Returns the bundle and the tours of a release. Throws if the release does not contain them. */
export async function releasedSource(root: string, tag: string): Promise<Source> {
  if ((await git(root, "rev-parse", "--verify", "--quiet", `refs/tags/${tag}^{commit}`)) === null) {
    throw new Error(`There is no tag ${tag}. Tags of releases begin with ${tagOf("")}.`);
  }
  const at = `refs/tags/${tag}`;
  const bundle = await git(root, "show", `${at}:${BUNDLE}`);
  const files = (await git(root, "ls-tree", "-r", "--name-only", at, "--", TOURS))
    ?.split("\n")
    .filter(Boolean);
  if (bundle === null || !files || files.length === 0) {
    throw new Error(
      `${tag} has no ${BUNDLE} with ${TOURS}: releases kept the files for their clients only later.`,
    );
  }
  return sourceOf(tag, bundle, files, (file) => git(root, "show", `${at}:${file}`));
}

/** Returns the tag of the newest release before HEAD that contains a client bundle; null without one. */
export async function newestRelease(root: string): Promise<string | null> {
  const listed =
    (await git(root, "tag", "--list", "--merged", "HEAD", `${tagOf("")}*`).catch(() => null)) ?? "";
  const versions = listed
    .split("\n")
    .filter(Boolean)
    .map((tag) => tag.slice(tagOf("").length))
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort((a, b) => compareVersions(b, a));
  for (const version of versions) {
    if ((await git(root, "cat-file", "-e", `refs/tags/${tagOf(version)}:${BUNDLE}`)) !== null)
      return tagOf(version);
  }
  return null;
}
