import type { Command } from "commander";
import { runService } from "../app/run";
import type { CommandContext } from "./session";

export function serveCommand(program: Command, { env }: CommandContext): void {
  program
    .command("serve")
    .description("run the service until a signal stops it")
    .action(() => runService(env));
}
