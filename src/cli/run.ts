import { Command } from "commander";
import { readBuildInfo } from "../app/build-info";
import { accountsCommands } from "./accounts";
import { carriersCommands } from "./carriers";
import { countsCommands } from "./counts";
import { databaseCommands } from "./database";
import { EXIT_OK, failure } from "./errors";
import { keysCommands } from "./keys";
import { migrateCommand } from "./migrate";
import { sandboxCommands } from "./sandbox";
import { sendersCommands } from "./senders";
import { serveCommand } from "./serve";
import type { Surroundings } from "./session";

/** Returns what `--version` prints: the version, the commit and the newest migration of this build. */
function versionLine(): string {
  const { version, commit, schema } = readBuildInfo();
  return `recado ${version}, commit ${commit ?? "unknown"}, schema ${schema}`;
}

export function recadoProgram(surroundings: Surroundings): Command {
  const program = new Command("recado")
    .description("The operator's commands. They read the same settings as the service.")
    .version(versionLine(), "--version", "Print the version, the commit and the schema of this build")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings.out(text),
      writeErr: (text) => surroundings.err(text),
    });
  serveCommand(program, surroundings);
  migrateCommand(program, surroundings);
  databaseCommands(program, surroundings);
  countsCommands(program, surroundings);
  accountsCommands(program, surroundings);
  keysCommands(program, surroundings);
  carriersCommands(program, surroundings);
  sendersCommands(program, surroundings);
  sandboxCommands(program, surroundings);
  return program;
}

/**
 * Runs one command line (without the program's name) and returns the exit code: 0 success, 1 failure, 2
 * invalid command line. The reason of a failure is printed in one line on standard error.
 */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    await recadoProgram(surroundings).parseAsync(args, { from: "user" });
    return EXIT_OK;
  } catch (error) {
    const { exitCode, line } = failure(error);
    if (line !== null) surroundings.err(`error: ${line}\n`);
    return exitCode;
  }
}
