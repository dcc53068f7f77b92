import type { Command } from "commander";
import type { CommandContext } from "./session";

export function serveCommand(program: Command, { env }: CommandContext): void {
  program
    .command("serve")
    .description("run the service until a signal stops it")
    .action(async () => {
      // The service takes long to load, and other commands do not need it.
      const { runService } = await import("../app/run.js");
      await runService(env);
    });
}
