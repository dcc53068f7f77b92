// npm run contract:diff: compares the contract with the last release, or with the contract at a Git ref.
import { Command } from "commander";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { bundleContract } from "../contract/read-contract";
import { endWithCode } from "../tools/exit-code";
import { git } from "../tools/git";
import { breakingNotes, newNotes, sectionOf } from "./change-log";
import type { Contract } from "./contract";
import { formatVerdict, proposedEntry } from "./formatter";
import { findChanges } from "./oasdiff";
import { BUNDLE, forgery, readHistory, RELEASED, tagOf, versionProblem } from "./release";
import { verdictOf } from "./verdict";

const root = resolve(__dirname, "../..");
const CHANGE_LOG = "openapi/CHANGELOG.md";

const program = new Command("contract:diff")
  .description(
    "Reports changes for clients. Fails if neither a new major version nor openapi/CHANGELOG.md declares a " +
      "breaking change, and without a ref also if the version must be raised.",
  )
  .argument("[ref]", "Git ref of the older contract (default: the last release)")
  .option("--release", "make the current contract the last release")
  .parse();

async function contractAt(ref: string): Promise<string> {
  const bundle = await git(root, "show", `${ref}:${BUNDLE}`);
  if (bundle !== null) return bundle;
  const isKnown = (await git(root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`)) !== null;
  throw new Error(isKnown ? `There is no ${BUNDLE} at ${ref}.` : `Git does not know the ref ${ref}.`);
}

async function lastRelease(): Promise<{ released: string; isTagged: boolean }> {
  const released = readFileSync(join(root, RELEASED), "utf8");
  const history = await readHistory(root);
  const problem = history && forgery(released, history);
  if (problem) throw new Error(problem);
  const { version } = (JSON.parse(released) as Contract).info;
  return { released, isTagged: history?.tags.has(version) ?? false };
}

async function main(): Promise<number> {
  const { release: isRelease } = program.opts<{ release?: true }>();
  const ref = isRelease ? undefined : program.args[0];
  const [{ released, isTagged }, bundle] = await Promise.all([
    ref === undefined ? lastRelease() : { released: await contractAt(ref), isTagged: false },
    bundleContract(join(root, "openapi", "openapi.yaml")),
  ]);
  const [before, after] = [JSON.parse(released) as Contract, JSON.parse(bundle) as Contract];
  const logFile = join(root, CHANGE_LOG);
  const changeLog = existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
  // A note that the ref already has declares a break before the ref.
  const earlier = ref === undefined ? null : await git(root, "show", `${ref}:${CHANGE_LOG}`);
  const notesIn = (log: string) => breakingNotes(log, after.info.version);
  const notes = newNotes(notesIn(changeLog), notesIn(earlier ?? ""));
  const verdict = verdictOf(before, after, await findChanges(before, after), notes);
  const { from: version, to, breaking, compatible, undeclared } = verdict;
  console.log(formatVerdict(verdict, ref ?? `release ${version}`));
  if (ref !== undefined) return undeclared > 0 ? 1 : 0;

  const entry = proposedEntry(verdict, changeLog).map((line) => `  ${line}`.trimEnd());
  if (entry.length > 0) console.log(["openapi/CHANGELOG.md could say:", "", ...entry, ""].join("\n"));
  const problem = versionProblem({ version, isTagged }, to, breaking + compatible);
  if (problem !== null) console.log(problem);
  if (undeclared > 0 || problem !== null) return 1;
  if (!isRelease) return 0;
  if (sectionOf(changeLog, to) === undefined) {
    console.log(`openapi/CHANGELOG.md has no \`## ${to}\`: describe the changes before you release it.`);
    return 1;
  }
  writeFileSync(join(root, RELEASED), bundle);
  console.log(`Generate, commit openapi/ and generated/, then: git tag ${tagOf(to)}`);
  return 0;
}

endWithCode(main());
