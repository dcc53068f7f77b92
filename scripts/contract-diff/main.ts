// npm run contract:diff [-- <git ref>]: what changed for clients since that ref, or since the last release. Fails on
// breaking changes that neither the version nor openapi/CHANGELOG.md declares. `-- --release` makes openapi/ as it is
// the last release, if it may be.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleContract } from "../contract/read-contract";
import { breakingNotes } from "./change-log";
import type { Contract } from "./contract";
import { inWords } from "./in-words";
import { findChanges } from "./oasdiff";
import { verdictOf } from "./verdict";

const root = resolve(__dirname, "../..");
const RELEASED = join(root, "openapi", "released.json");
const CHANGE_LOG = join(root, "openapi", "CHANGELOG.md");
const GENERATED = "generated/openapi.json";

/** The bundle that was committed at a git ref. */
function contractAt(ref: string): string {
  try {
    return execFileSync("git", ["show", `${ref}:${GENERATED}`], {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new Error(`There is no contract at ${ref}: ${stderr.trim()}`, { cause: error });
  }
}

async function main(): Promise<number> {
  const [argument] = process.argv.slice(2);
  const isRelease = argument === "--release";
  const ref = isRelease ? undefined : argument;
  const before = ref === undefined ? readFileSync(RELEASED, "utf8") : contractAt(ref);
  const after = await bundleContract(join(root, "openapi", "openapi.yaml"));
  const contracts = [JSON.parse(before) as Contract, JSON.parse(after) as Contract] as const;
  const changeLog = existsSync(CHANGE_LOG) ? readFileSync(CHANGE_LOG, "utf8") : "";
  const notes = breakingNotes(changeLog, contracts[1].info.version);
  const verdict = verdictOf(...contracts, await findChanges(...contracts), notes);
  console.log(inWords(verdict, ref ?? `release ${verdict.from}`));
  if (verdict.undeclared > 0) return 1;
  if (isRelease) writeFileSync(RELEASED, after);
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
