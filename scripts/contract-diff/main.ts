// npm run contract:diff [-- <git ref>]: what changed for clients since that ref, or since the last release. Fails on
// breaking changes that neither the version nor openapi/CHANGELOG.md declares, and on a release that is not told by its
// version. `-- --release` makes openapi/ as it is the last release, if it may be.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleContract } from "../contract/read-contract";
import { runTool } from "../tools/run-tool";
import { breakingNotes, hasSection } from "./change-log";
import type { Contract } from "./contract";
import { inWords, proposal } from "./in-words";
import { findChanges } from "./oasdiff";
import { forgery, readHistory, tagOf, versionProblem } from "./release";
import { verdictOf } from "./verdict";

const root = resolve(__dirname, "../..");
const RELEASED = join(root, "openapi", "released.json");
const CHANGE_LOG = join(root, "openapi", "CHANGELOG.md");
const GENERATED = "generated/openapi.json";

/** The bundle that was committed at a git ref. */
async function contractAt(ref: string): Promise<string> {
  const options = { step: "git show", cwd: root, deadlineMs: 60_000 };
  const { code, stdout, stderr } = await runTool("git", ["show", `${ref}:${GENERATED}`], options);
  if (code !== 0) throw new Error(`There is no contract at ${ref}: ${stderr.trim()}`);
  return stdout;
}

async function lastRelease(): Promise<{ released: string; isTagged: boolean }> {
  const released = readFileSync(RELEASED, "utf8");
  const history = await readHistory(root);
  const problem = history === null ? null : forgery(released, history);
  if (problem !== null) throw new Error(problem);
  const { version } = (JSON.parse(released) as Contract).info;
  return { released, isTagged: history?.tags.has(version) ?? false };
}

async function main(): Promise<number> {
  const [argument] = process.argv.slice(2);
  const isRelease = argument === "--release";
  const ref = isRelease ? undefined : argument;
  const [{ released: before, isTagged }, after] = await Promise.all([
    ref === undefined ? lastRelease() : { released: await contractAt(ref), isTagged: false },
    bundleContract(join(root, "openapi", "openapi.yaml")),
  ]);
  const contracts = [JSON.parse(before) as Contract, JSON.parse(after) as Contract] as const;
  const changeLog = existsSync(CHANGE_LOG) ? readFileSync(CHANGE_LOG, "utf8") : "";
  const notes = breakingNotes(changeLog, contracts[1].info.version);
  const verdict = verdictOf(...contracts, await findChanges(...contracts), notes);
  console.log(inWords(verdict, ref ?? `release ${verdict.from}`));

  const entry = proposal(verdict, changeLog);
  if (entry.length > 0 && ref === undefined) {
    console.log(
      ["openapi/CHANGELOG.md could say:", "", ...entry.map((line) => `  ${line}`.trimEnd()), ""].join("\n"),
    );
  }
  const changes = verdict.breaking + verdict.compatible;
  const from = { version: verdict.from, isTagged };
  const problem = ref === undefined ? versionProblem(from, verdict.to, changes) : null;
  if (problem !== null) console.log(problem);
  if (verdict.undeclared > 0 || problem !== null) return 1;
  return isRelease ? release(verdict.to, after, changeLog) : 0;
}

function release(version: string, contract: string, changeLog: string): number {
  if (!hasSection(changeLog, version)) {
    console.log(`openapi/CHANGELOG.md has no \`## ${version}\`: write what came before you release it.`);
    return 1;
  }
  writeFileSync(RELEASED, contract);
  console.log(`Generate, commit openapi/ and generated/, then: git tag ${tagOf(version)}`);
  return 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
