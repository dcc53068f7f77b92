import { type Run, runTool } from "../tools/run-tool";

/** Folders in which the client of a language is made. None of them is committed. */
export interface ClientFolders {
  /** The generated client. */
  client: string;
  /** Copy of the tour's files. */
  tour: string;
  /** Folder for packages and compiled files, which is kept between runs. */
  work: string;
}

/** A program that takes the tour. */
export interface TourCommand {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface Language {
  name: LanguageName;
  title: string;
  /** Options of openapi-generator beyond its defaults. */
  generator: readonly string[];
  /** Resolves with one line about what the machine lacks to compile the client; null if it lacks nothing. */
  missing(): Promise<string | null>;
  /** Compiles or type-checks the client and the tour. Throws the compiler's output if it fails. */
  build(folders: ClientFolders): Promise<TourCommand>;
}

export const LANGUAGE_NAMES = ["python", "go", "java", "csharp"] as const;
export type LanguageName = (typeof LANGUAGE_NAMES)[number];

/** Ten times the duration of the slowest step on a busy machine, including downloads. */
const DEADLINE_MS = 10 * 60_000;

export interface StepOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a tool and returns its output. Throws the output if the tool fails. */
export async function succeed(
  step: string,
  program: string,
  args: readonly string[],
  { cwd, env = {} }: StepOptions,
): Promise<Run> {
  const run = await runTool(program, args, {
    step,
    cwd,
    env: { ...process.env, ...env },
    deadlineMs: DEADLINE_MS,
  });
  if (run.code !== 0) throw new Error(`${step} failed:\n${run.stdout}${run.stderr}`.trimEnd());
  return run;
}

/** Returns null if the program runs; otherwise the line `needs`. */
export async function lacks(program: string, args: readonly string[], needs: string): Promise<string | null> {
  const options = { step: `${program} ${args.join(" ")}`, cwd: process.cwd(), deadlineMs: 60_000 };
  const run = await runTool(program, args, options).catch(() => null);
  return run?.code === 0 ? null : needs;
}
