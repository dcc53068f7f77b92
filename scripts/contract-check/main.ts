// Checks a deployment against the contract; see README.md in this folder.
import { Command } from "commander";
import { checkAndReport, endWith } from "./command";
import { optionsOf, withOptions } from "./options";
import type { TemporaryService } from "./temporary-service";

const NAME = "contract:check";

/** Loads the code that starts databases only if no URL is given. */
const startService = async (): Promise<TemporaryService> =>
  (await import("./temporary-service.js")).startTemporaryService();

async function main(): Promise<number> {
  const command = withOptions(new Command(NAME), { name: `npm run ${NAME} --`, canStartService: true });
  command.parse(process.argv.slice(2), { from: "user" });
  return checkAndReport(optionsOf(command, true), startService);
}

endWith(NAME, main());
