import { accessSync, constants, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { CommanderError } from "commander";
import type { CommandOptions } from "./options";
import { toHtml } from "./report/html";
import { toJUnit } from "./report/junit";
import { failuresOf, untriedInvariants } from "./report/summary";
import { progressTo, toText } from "./report/terminal";
import { type CheckResult, checkContract } from "./run";
import { UsageError } from "./run-errors";
import type { TemporaryService } from "./temporary-service";

const VIOLATED = 1;
const COULD_NOT_CHECK = 2;
const INTERRUPTED = 130;

type StartService = () => Promise<TemporaryService>;

async function check(
  options: CommandOptions,
  startService: StartService | null,
  signal: AbortSignal,
): Promise<CheckResult> {
  const progress = progressTo(process.stderr);
  const temporaryService = options.url === null && startService ? await startService() : null;
  try {
    return await checkContract({
      ...options,
      url: temporaryService?.url ?? options.url ?? "",
      key: temporaryService?.key ?? options.key ?? "",
      temporaryService,
      invariants: options.invariants && {
        ...options.invariants,
        otherKey: temporaryService ? await temporaryService.otherKey() : options.invariants.otherKey,
      },
      signal,
      onStart: (lines) => void process.stderr.write(lines.map((line) => `${line}\n`).join("")),
      onProgress: (state) => progress.show(state),
    });
  } finally {
    progress.end();
    await temporaryService?.close();
  }
}

/** Makes a folder and its missing parents. Node's recursive mkdir never returns for a folder within /proc. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === folder) throw error;
    makeFolder(parent);
    mkdirSync(folder);
  }
}

/**
 * Makes the folder of the reports and tries to write to it. Throws `UsageError` now if that fails, so that no
 * run is lost because its reports cannot be written.
 */
function prepareReports(folder: string, files: readonly string[]): void {
  try {
    makeFolder(folder);
    const probe = join(folder, `.contract-check-${process.pid}`);
    writeFileSync(probe, "");
    rmSync(probe);
    for (const file of files) if (existsSync(file)) accessSync(file, constants.W_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(`--report: cannot write to ${folder}: ${code ?? message}`);
  }
}

/** Runs the check, prints the result and writes the HTML and JUnit reports. Resolves with the exit code. */
export async function checkAndReport(
  options: CommandOptions,
  startService: StartService | null,
): Promise<number> {
  const [html, junit] = [join(options.report, "index.html"), join(options.report, "junit.xml")];
  prepareReports(options.report, [html, junit]);
  const interrupt = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      process.stderr.write(
        "\nStopping: the resources of the run are removed first; press Ctrl-C again to skip this.\n",
      );
      interrupt.abort();
      process.once(signal, () => process.exit(INTERRUPTED));
    });
  }
  const result = await check(options, startService, interrupt.signal);
  const problems = failuresOf(result, options);
  process.stdout.write(toText(result));
  writeFileSync(html, toHtml(result, options));
  writeFileSync(junit, toJUnit(result, options));
  process.stdout.write(`Report: ${html}, ${junit}\n`);
  const late = untriedInvariants(result);
  const kept = `The contract is kept${late === null ? "" : `; ${late}`}`;
  process.stdout.write(`${problems.length === 0 ? kept : `The check failed: ${problems.join("; ")}`}.\n`);
  if (result.interrupted) return INTERRUPTED;
  return problems.length === 0 ? 0 : VIOLATED;
}

/** Ends the process with the command's exit code, or with an error message. */
export function endWith(name: string, command: Promise<number>): void {
  // A reader that stops early, such as `head`, is no failure.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") process.exit(COULD_NOT_CHECK);
  });
  command.then(
    (code) => process.exit(code),
    (error: unknown) => {
      if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : COULD_NOT_CHECK);
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      process.stderr.write(`${name}: ${error instanceof UsageError ? error.message : text}\n`);
      process.exit(COULD_NOT_CHECK);
    },
  );
}
