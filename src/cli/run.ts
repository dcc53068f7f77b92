import { Command } from "commander";
import { readBuildInfo } from "../app/build-info";
import { accountsCommands } from "./accounts";
import { carriersCommands } from "./carriers";
import { copyCommand } from "./copy";
import { countsCommands } from "./counts";
import { databaseCommands } from "./database";
import { doctorCommand } from "./doctor";
import { EXIT_OK, failure } from "./errors";
import { keysCommands } from "./keys";
import { migrateCommand } from "./migrate";
import { escapeControls, printable } from "./output";
import { personCommands } from "./person";
import { backupCommands } from "./backup";
import { queueCommands } from "./queue";
import { retentionCommands } from "./retention";
import { sandboxCommands } from "./sandbox";
import { sendersCommands } from "./senders";
import { serveCommand } from "./serve";
import type { CommandContext } from "./session";
import { webhooksCommands } from "./webhooks";

/** Returns the output of `--version`, which Commander prints as soon as it finds the option. */
function versionText(asJson: boolean): string {
  const { version, commit, schema } = readBuildInfo();
  const text = `recado ${version}, commit ${commit ?? "unknown"}, schema ${schema}`;
  return printable({ json: { version, commit, schema }, text }, asJson).trimEnd();
}

function recadoProgram(context: CommandContext, asJson: boolean): Command {
  const program = new Command("recado")
    .description("The operator's commands. They read the same settings as the service.")
    .version(
      versionText(asJson),
      "--version",
      "print the version, the commit and the schema of this build; with --json as JSON",
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.out(text),
      writeErr: (text) => context.err(text),
    });
  serveCommand(program, context);
  doctorCommand(program, context);
  migrateCommand(program, context);
  databaseCommands(program, context);
  copyCommand(program, context);
  countsCommands(program, context);
  accountsCommands(program, context);
  keysCommands(program, context);
  carriersCommands(program, context);
  sendersCommands(program, context);
  webhooksCommands(program, context);
  queueCommands(program, context);
  backupCommands(program, context);
  retentionCommands(program, context);
  personCommands(program, context);
  sandboxCommands(program, context);
  return program;
}

/**
 * Runs one command line without the program's name. Returns the exit code: 0 success, 1 failure, 2 invalid
 * command line. Prints a failure in one line on standard error.
 */
export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<number> {
  try {
    await recadoProgram(context, args.includes("--json")).parseAsync(args, { from: "user" });
    return EXIT_OK;
  } catch (error) {
    const { exitCode, line } = failure(error);
    if (line !== null) context.err(`error: ${escapeControls(line)}\n`);
    return exitCode;
  }
}
