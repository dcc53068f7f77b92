import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json";
import { migrationNames } from "../platform/db/migrate";

export interface BuildInfo {
  version: string;
  /** Commit of the sources, with `+modified` if they had changes; null if unknown. */
  commit: string | null;
  /** Newest migration of this build. */
  schema: string;
}

/** File at the root of a build with its commit. A process that runs from sources has none. */
const BUILD_FILE = join(__dirname, "..", "..", "build.json");

export function readBuildInfo(): BuildInfo {
  const { commit } = existsSync(BUILD_FILE)
    ? (JSON.parse(readFileSync(BUILD_FILE, "utf8")) as { commit: string | null })
    : { commit: null };
  return { version: manifest.version, commit, schema: migrationNames.at(-1) ?? "none" };
}
