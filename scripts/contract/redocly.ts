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

/** Returns the paths of the carriers' documents, relative to `root`. */
export const carrierDocuments = (root: string): string[] =>
  readdirSync(join(root, "openapi", "carriers"))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => `openapi/carriers/${name}`);
