import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Run, runTool } from "../tools/run-tool";

const cli = join(resolve(__dirname, "../.."), "node_modules", "@redocly", "cli", "bin", "cli.js");

/** Deadline of a run: a hundred times the usual duration. */
const DEADLINE_MS = 5 * 60_000;

/** Disables network requests of Redocly for updates and telemetry. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

const BOX = /\n?^ *[╔║╚].*$/gm;
const ADVICE = /^.*--generate-ignore-file.*\n?/gm;

const CHEERS = /^Woohoo! | 🎉$/gmu;

const plain = (text: string) =>
  text
    .replace(CHEERS, "")
    .replace(BOX, "")
    .replace(ADVICE, "")
    .replace(/^\n+(?=validating|$)/, "");

export async function redocly(args: readonly string[], cwd: string): Promise<Run> {
  const options = {
    step: `redocly ${args[0]}`,
    cwd,
    env: { ...process.env, ...QUIET },
    deadlineMs: DEADLINE_MS,
  };
  const { code, stdout, stderr } = await runTool(process.execPath, [cli, ...args], options);
  return { code, stdout, stderr: plain(stderr) };
}

/** Message and advice about a file that is not YAML, in text or JSON. The advice is for a missing file. */
const UNPARSED =
  /((?:Failed to parse|Can't resolve \$ref): .* \(\d+:\d+\))(\n|\\n) {2}Why: .*?\2 {2}Write: the path of a file that exists, relative to this one/g;
const ADVICE_FOR_UNPARSED =
  "$1$2  Why: the file is not valid YAML, so nothing in it has an effect.$2  Write: valid YAML at this line or just above it";

const REFERENCE = /^referenced from .*\n/gm;

/**
 * Lists a problem once, with all references to its place. Redocly repeats the problem for each reference,
 * such as for each use of an example. Changes text only, no JSON.
 */
function withoutRepetitions({ stdout, stderr }: Pick<Run, "stdout" | "stderr">) {
  // The text before the first number is empty; split() would leave it out.
  const [head = "", ...blocks] = `\n${stdout}`.split(/^(?=\[\d+\] )/m);
  const problems = new Map<string, string[]>();
  for (const block of blocks) {
    const problem = block.replace(/^\[\d+\]/, "").replace(REFERENCE, "\0");
    problems.set(problem, [...(problems.get(problem) ?? []), ...(block.match(REFERENCE) ?? [])]);
  }
  const texts = [...problems].map(
    ([problem, references], index) => `[${index + 1}]${problem.replace("\0", () => references.join(""))}`,
  );
  const count = (all: string) => {
    const errors = Number.parseInt(all) - blocks.length + texts.length;
    return `${errors} error${errors === 1 ? "" : "s"}`;
  };
  return {
    stdout: head.slice(1) + texts.join(""),
    stderr: stderr.replace(/(?<=failed with )\d+ errors?/, count),
  };
}

/** Text that Redocly prints instead of problems if a document is empty or a rule crashes. */
const CRASHED = /Something went wrong when processing/;

const STRUCTURE = join(resolve(__dirname, ".."), "contract-rules", "structure.yaml");

/**
 * Lints documents with the rules of `config`. A rule can crash on an invalid structure without naming a file
 * or line. In this case, returns the problems of the structure alone.
 */
export async function redoclyLint(args: readonly string[], config: string, cwd: string): Promise<Run> {
  const lint = async (rules: string) => {
    const { code, stdout, stderr } = await redocly(["lint", ...args, "--config", rules], cwd);
    return { code, ...withoutRepetitions({ stdout: stdout.replace(UNPARSED, ADVICE_FOR_UNPARSED), stderr }) };
  };
  const run = await lint(config);
  const hasCrashed = ({ stdout, stderr }: Run) => CRASHED.test(stdout + stderr);
  if (!hasCrashed(run)) return run;
  const structure = await lint(STRUCTURE);
  return structure.code === 0 || hasCrashed(structure) ? run : structure;
}

/** Returns the paths of the carriers' documents, relative to `root`. */
export const carrierDocuments = (root: string): string[] =>
  readdirSync(join(root, "openapi", "carriers"))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `openapi/carriers/${name}`);
