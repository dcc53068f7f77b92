import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json";
import { migrationNames } from "../platform/db/migrate";

interface BuildInfo {
  version: string;
  /** Git commit of the sources, with `+modified` if the work tree had changes; null if unknown. */
  commit: string | null;
  schema: string;
}

/** File that the build writes with the commit. A process that runs from sources has no such file. */
const BUILD_FILE = join(__dirname, "..", "..", "build.json");

export function readBuildInfo(): BuildInfo {
  const { commit } = existsSync(BUILD_FILE)
    ? (JSON.parse(readFileSync(BUILD_FILE, "utf8")) as { commit: string | null })
    : { commit: null };
  return { version: manifest.version, commit, schema: migrationNames.at(-1) ?? "none" };
}
