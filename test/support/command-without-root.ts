// Runs the command line as another user if root starts it. The user changes after the code is loaded, because
// only root may be able to enter the folder of the code.
import { carrierKinds } from "../../src/app/carriers";
import { clockOf, databaseOf } from "../../src/app/compose";
import { runCommandLine } from "../../src/cli/run";

/** User id that owns no file. */
const OTHER_USER = 65_534;

if (process.getuid?.() === 0) process.setuid?.(OTHER_USER);
void runCommandLine(process.argv.slice(2), {
  env: process.env,
  clockOf,
  databaseOf,
  builtInCarriers: [],
  kinds: carrierKinds,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
