import type { Command } from "commander";
import { CommandError } from "./errors";
import { type Output, printable } from "./output";
import { type Needs, type Session, type CommandContext, withSession } from "./session";

type Run<Arguments extends readonly string[], Options> = (
  session: Session,
  args: Arguments,
  options: Options,
) => Promise<Output>;

/**
 * Adds the option `--json` and an action to a command. The action calls `run` and prints the returned output,
 * as JSON if `--json` is given. The process exits with 1 if the output has a failure.
 */
export function prints<Arguments extends readonly string[], Options extends object>(
  command: Command,
  { out }: Pick<CommandContext, "out">,
  run: (args: Arguments, options: Options) => Promise<Output>,
): void {
  command.option("--json", "print JSON").action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    const output = await run(command.processedArgs as unknown as Arguments, options);
    out(printable(output, options.json === true));
    if (output.failure !== undefined) throw new CommandError(output.failure);
  });
}

/** Adds `--json` and an action that opens a database session. `needs` returns the action's requirement. */
export function runs<Arguments extends readonly string[], Options extends object>(
  command: Command,
  context: CommandContext,
  run: Run<Arguments, Options>,
  needs: (options: Options) => Needs = () => "schema",
): void {
  prints<Arguments, Options>(command, context, (args, options) =>
    withSession(context, needs(options), (session) => run(session, args, options)),
  );
}
