import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import type { Run } from "../tools/run-tool";
import { redocly, redoclyLint } from "./redocly";

const root = resolve(__dirname, "../..");

export interface Problem {
  /** Path from the parent of the contract folder, such as `openapi/schemas/Template.yaml`. */
  file: string;
  /** Line from 1; null if the problem concerns the whole file. */
  line: number | null;
  column: number | null;
  rule: string;
  message: string;
}

export interface Reading {
  /** Bundle as JSON; null if the files cannot be bundled. */
  document: string | null;
  /** Problems in the linter's order, after one problem for each file that cannot be parsed. */
  problems: Problem[];
}

const CONFIG = join(root, "redocly.yaml");

/** Returns the parent of the contract folder, and the path from there to the entry file. */
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

/** Returns the bundle of the contract, as JSON. `source` is the entry file of the contract. */
export const bundleContract = (source: string): Promise<string> =>
  inFolder(async (folder) => {
    const { cwd, entry } = from(source);
    const bundle = join(folder, "openapi.json");
    const bundled = await redocly(["bundle", entry, "--config", CONFIG, "-o", bundle, "--ext", "json"], cwd);
    const [circular] = bundled.code === 0 ? [] : await selfReferences(cwd, dirname(entry));
    if (circular !== undefined)
      throw new Error(`the contract could not be bundled: ${circular} refers to itself`);
    if (bundled.code !== 0) throw new Error(`the contract could not be bundled:\n${bundled.stderr}`);
    return readFile(bundle, "utf8");
  });

/** Bundles and lints the contract, in about two seconds. Rejects only if a tool or file access fails. */
export const readContract = async (source: string): Promise<Reading> => {
  const { cwd, entry } = from(source);
  const lint = redoclyLint([entry, "--format", "json", "--max-problems", "1000"], CONFIG, cwd);
  const [linted, bundled] = await Promise.all([lint, settled(bundleContract(source))]);
  const circular = typeof bundled === "string" ? [] : await selfReferences(cwd, dirname(entry));
  const problems = circular.length > 0 ? circular.map(selfReference) : problemsOf(linted, cwd, entry);
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

/** Returns the problem of an entry file that is not YAML. The linter reports this problem only as text. */
function unparsed(text: string, cwd: string, entry: string): Problem {
  const [, reason, line, column] = /^\s*-\s*(.+?)\s*\((\d+):(\d+)\)\s*$/m.exec(text) ?? [];
  return {
    file: entry,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
    rule: "parser",
    message: (reason ?? text.trim()).replaceAll(`${cwd}/`, ""),
  };
}

const UNPARSED = "Failed to parse: ";

/** Removes duplicates: the linter reports an unparsable file at each reference to that file. */
function withoutEchoes(problems: readonly Problem[]): Problem[] {
  const unreadable = problems.filter(({ message }) => message.startsWith(UNPARSED));
  const reasons = unreadable.map(({ message }) => message.slice(UNPARSED.length));
  const remaining = problems.filter(
    ({ message }) => !reasons.some((reason) => message.endsWith(`: ${reason}`)),
  );
  const seen = new Set<string>();
  return [...unreadable, ...remaining].filter((problem) => {
    const key = JSON.stringify(problem);
    return !seen.has(key) && seen.add(key);
  });
}

const selfReference = (file: string): Problem => ({
  file,
  line: 1,
  column: 1,
  rule: "no-self-reference",
  message: "The file is only a `$ref` that leads back to it; write the schema.",
});

const WHOLE_FILE = /^\s*\$ref: *["']?([^\s#"']+)["']?\s*$/;

/**
 * Returns the files that contain only a `$ref` that leads back to the file, directly or through other files.
 * The linter does not name these files.
 */
async function selfReferences(cwd: string, folder: string): Promise<string[]> {
  const targets = new Map<string, string>();
  for (const name of await readdir(join(cwd, folder), { recursive: true })) {
    if (!name.endsWith(".yaml")) continue;
    const file = join(folder, name);
    const [, target] = WHOLE_FILE.exec(await readFile(join(cwd, file), "utf8")) ?? [];
    if (target !== undefined) targets.set(file, join(dirname(file), target));
  }
  const leadsBack = (file: string) => {
    let at = targets.get(file);
    for (let steps = 0; at !== undefined && at !== file && steps < targets.size; steps++)
      at = targets.get(at);
    return at === file;
  };
  return [...targets.keys()].filter(leadsBack).sort();
}
