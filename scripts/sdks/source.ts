import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { filesIn } from "../tools/files-in";
import type { LanguageName } from "./language";

export const BUNDLE = "generated/openapi.sdk.json";
/** Folder of the example programs' build files by language, and of the output that all programs print. */
const TOURS = "scripts/sdks/tours";
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

/** OpenAPI bundle for SDKs and example programs (tours) of this checkout. */
export interface Source {
  bundle: string;
  copyTours(folder: string): void;
}

export function presentSource(root: string): Source {
  const buildFiles = filesIn(join(root, TOURS)).map((file) => `${TOURS}/${file}`);
  return {
    bundle: readFileSync(join(root, BUNDLE), "utf8"),
    copyTours(folder) {
      for (const [file, place] of placed(buildFiles)) {
        const target = join(folder, place);
        mkdirSync(dirname(target), { recursive: true });
        copyFileSync(join(root, file), target);
      }
    },
  };
}
