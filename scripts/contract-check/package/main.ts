// The command of the package `recado-contract`; see README.md in this folder.
import { Command } from "commander";
import { checkAndReport, endWith } from "../command";
import { version } from "../contract";
import { optionsOf, withOptions } from "../options";

const NAME = "recado-contract";

async function main(): Promise<number> {
  let code = 0;
  const program = new Command(NAME)
    .description("Checks any deployment of Recado against its contract.")
    .version(version, "-V, --version", "the version of the package and of the contract")
    .exitOverride();
  const check = program.command("check");
  withOptions(check, { name: `npx ${NAME} check`, canStartService: false }).action(async () => {
    code = await checkAndReport(optionsOf(check, false), null);
  });
  await program.parseAsync(process.argv.slice(2), { from: "user" });
  return code;
}

endWith(NAME, main());
