import { type Run, runTool } from "../tools/run-tool";

/** Folders of a language's client. They are not committed. */
interface ClientFolders {
  client: string;
  /** Folder with copies of the tour's files. */
  tour: string;
  /** Folder for packages and compiled files, which is kept between runs. */
  work: string;
}

export interface TourCommand {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export interface Language {
  name: LanguageName;
  title: string;
  generator: readonly string[];
  /** Resolves with one line about the missing tools, or null if the machine can compile the client. */
  missing(): Promise<string | null>;
  /** Compiles or type-checks the client and the tour. Throws the compiler's output on failure. */
  build(folders: ClientFolders): Promise<TourCommand>;
}

export const LANGUAGE_NAMES = ["python", "go", "java", "csharp"] as const;
export type LanguageName = (typeof LANGUAGE_NAMES)[number];

/** Time limit of a step: ten times the slowest step on a busy machine, including downloads. */
const DEADLINE_MS = 10 * 60_000;

interface StepOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a tool and returns its output. Throws the output on failure. */
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

/** Returns null if the program runs, otherwise `needs`. */
export async function lacks(program: string, args: readonly string[], needs: string): Promise<string | null> {
  const options = { step: `${program} ${args.join(" ")}`, cwd: process.cwd(), deadlineMs: 60_000 };
  const run = await runTool(program, args, options).catch(() => null);
  return run?.code === 0 ? null : needs;
}
