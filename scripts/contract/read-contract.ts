// openapi/ as one document, and what the linter has to say of it.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { Run } from "../tools/run-tool";
import { redocly } from "./redocly";

const root = resolve(__dirname, "../..");

export interface Problem {
  /** Beginning with the name of the contract's folder: `openapi/schemas/Template.yaml`. */
  file: string;
  /** From 1; null where the file as a whole is meant. */
  line: number | null;
  column: number | null;
  rule: string;
  message: string;
}

export interface Reading {
  /** The bundle as JSON; null when the files do not make one. */
  document: string | null;
  /** In the linter's order; a file that cannot be parsed is named once, and nothing that follows from it. */
  problems: Problem[];
}

const CONFIG = ["--config", join(root, "redocly.yaml")];

/** The folder that the contract's own is in, from which places are named, and the contract's first file from there. */
function from(source: string): { cwd: string; entry: string } {
  const cwd = dirname(dirname(resolve(source)));
  return { cwd, entry: relative(cwd, resolve(source)) };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "recado-contract-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bundle of the contract that begins in `source`, as JSON. Rejects with what the bundler says is wrong. */
export const bundleContract = (source: string): Promise<string> =>
  inFolder(async (folder) => {
    const { cwd, entry } = from(source);
    const bundle = join(folder, "openapi.json");
    const bundled = await redocly(["bundle", entry, ...CONFIG, "-o", bundle, "--ext", "json"], cwd);
    if (bundled.code !== 0) throw new Error(`the contract could not be bundled:\n${bundled.stderr}`);
    return readFile(bundle, "utf8");
  });

/**
 * Bundles and lints the contract that begins in `source`, in about two seconds. Never rejects because of what is in the
 * files; rejects when the linter itself cannot be run.
 */
export const readContract = async (source: string): Promise<Reading> => {
  const { cwd, entry } = from(source);
  const lint = redocly(["lint", entry, ...CONFIG, "--format", "json", "--max-problems", "1000"], cwd);
  const [linted, bundled] = await Promise.all([lint, settled(bundleContract(source))]);
  const problems = problemsOf(linted, cwd, entry);
  if (typeof bundled === "string") return { document: bundled, problems };
  if (problems.length === 0) throw bundled;
  return { document: null, problems };
};

const settled = <T>(promise: Promise<T>): Promise<T | Error> => promise.catch((error: Error) => error);

interface Report {
  problems: {
    ruleId: string;
    message: string;
    location: { source: { ref: string }; start?: { line: number; col: number } }[];
  }[];
}

function problemsOf({ code, stdout, stderr }: Run, cwd: string, entry: string): Problem[] {
  if (!stdout.trimStart().startsWith("{")) {
    if (code === 0) return [];
    return [unparsed(stdout + stderr, cwd, entry)];
  }
  const found = (JSON.parse(stdout) as Report).problems.map(({ ruleId, message, location: [at] }) => ({
    file: at?.source.ref ?? entry,
    line: at?.start?.line ?? null,
    column: at?.start?.col ?? null,
    rule: ruleId,
    message: message.replaceAll(`${cwd}/`, ""),
  }));
  return withoutEchoes(found);
}

/** The entry itself is no YAML: the linter says so in words only. */
function unparsed(said: string, cwd: string, entry: string): Problem {
  const [, reason, line, column] = /^\s*-\s*(.+?)\s*\((\d+):(\d+)\)\s*$/m.exec(said) ?? [];
  return {
    file: entry,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
    rule: "parser",
    message: (reason ?? said.trim()).replaceAll(`${cwd}/`, ""),
  };
}

const UNPARSED = "Failed to parse: ";

/** A file that cannot be parsed is reported once for each reference to it, and at each reference. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const unreadable = problems.filter(({ message }) => message.startsWith(UNPARSED));
  const reasons = unreadable.map(({ message }) => message.slice(UNPARSED.length));
  const kept = problems.filter(({ message }) => !reasons.some((reason) => message.endsWith(`: ${reason}`)));
  const seen = new Set<string>();
  return [...unreadable, ...kept].filter((problem) => {
    const key = JSON.stringify(problem);
    return !seen.has(key) && seen.add(key);
  });
}
