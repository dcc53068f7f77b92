import type { Command } from "commander";
import { CommandError } from "./errors";
import { type Output, printable } from "./output";
import { type Needs, type Session, type Surroundings, withSession } from "./session";

/** What a command does with its positional arguments and options. */
export type Run<Arguments extends readonly string[], Options> = (
  session: Session,
  args: Arguments,
  options: Options,
) => Promise<Output>;

/**
 * Gives a command its `--json` and what it does: in a session on the database, which must be there and migrated unless
 * the command is there to do that. What it answers is all that is printed on standard output.
 */
export function runs<Arguments extends readonly string[], Options extends object>(
  command: Command,
  surroundings: Surroundings,
  run: Run<Arguments, Options>,
  needs: (options: Options) => Needs = () => "schema",
): void {
  command.option("--json", "print JSON").action(async () => {
    const options = command.opts<Options & { json?: boolean }>();
    const args = command.processedArgs as unknown as Arguments;
    const output = await withSession(surroundings, needs(options), (session) => run(session, args, options));
    surroundings.out(printable(output, options.json === true));
    if (output.failure !== undefined) throw new CommandError(output.failure);
  });
}
