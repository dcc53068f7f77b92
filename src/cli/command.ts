import type { Command } from "commander";
import { CommandError } from "./errors";
import { type Output, printable } from "./output";
import { type Needs, type Session, type CommandContext, withSession } from "./session";

/** The action of a command with its positional arguments and options. */
export type Run<Arguments extends readonly string[], Options> = (
  session: Session,
  args: Arguments,
  options: Options,
) => Promise<Output>;

/**
 * Adds `--json` and an action to a command. The action runs in a session with the database, which must exist
 * and be migrated unless `needs` says otherwise. Only its output is printed on standard output.
 */
export function runs<Arguments extends readonly string[], Options extends object>(
  command: Command,
  context: CommandContext,
  run: Run<Arguments, Options>,
  needs: (options: Options) => Needs = () => "schema",
): void {
  command.option("--json", "print JSON").action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    const args = command.processedArgs as unknown as Arguments;
    const output = await withSession(context, needs(options), (session) => run(session, args, options));
    context.out(printable(output, options.json === true));
    if (output.failure !== undefined) throw new CommandError(output.failure);
  });
}
