import type { Command } from "commander";
import { runService } from "../app/run";
import type { CommandContext } from "./session";

export function serveCommand(program: Command, { env }: CommandContext): void {
  program
    .command("serve")
    .description("Run the service until it is stopped by a signal.")
    .action(() => runService(env));
}
