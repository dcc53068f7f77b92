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

/** Text that Redocly prints instead of problems if a document is empty or a rule crashes. */
const CRASHED = /Something went wrong when processing/;

const STRUCTURE = join(resolve(__dirname, ".."), "contract-rules", "structure.yaml");

/**
 * Lints documents with the rules of `config`. A rule can crash on an invalid structure without naming a file
 * or line. In this case, returns the problems of the structure alone.
 */
export async function redoclyLint(args: readonly string[], config: string, cwd: string): Promise<Run> {
  const lint = (rules: string) => redocly(["lint", ...args, "--config", rules], cwd);
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
