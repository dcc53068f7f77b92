import { type Run, runTool } from "../tools/run-tool";

/** Where the client of a language is made; nothing of it is committed. */
export interface Workshop {
  /** What openapi-generator made. */
  client: string;
  /** The tour's files, copied. */
  tour: string;
  /** A folder that is kept from run to run: packages, and what is compiled. */
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
  /** What openapi-generator is told beyond its defaults. */
  generator: readonly string[];
  /** The one line for a machine that cannot compile it: what is needed; null where all is there. */
  missing(): Promise<string | null>;
  /** Compiles or type-checks the client and the tour; throws what the compiler says. */
  build(workshop: Workshop): Promise<TourCommand>;
}

export const LANGUAGE_NAMES = ["python", "go", "java", "csharp"] as const;
export type LanguageName = (typeof LANGUAGE_NAMES)[number];

/** Ten times what the slowest step takes on a busy machine, packages to fetch included. */
const DEADLINE_MS = 10 * 60_000;

export interface StepOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

/** Runs a tool to its end; throws what it said where it fails. */
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

/** Whether a program is there and answers; `needs` is the line to say where not. */
export async function lacks(program: string, args: readonly string[], needs: string): Promise<string | null> {
  const options = { step: `${program} ${args.join(" ")}`, cwd: process.cwd(), deadlineMs: 60_000 };
  const run = await runTool(program, args, options).catch(() => null);
  return run?.code === 0 ? null : needs;
}
