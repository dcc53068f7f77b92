import { carrierKinds, SANDBOX_FACTS } from "../app/carriers";
import { clockOf, databaseOf } from "../app/compose";
import { EXIT_FAILED } from "./errors";
import { runCommandLine } from "./run";

/** Longest wait for connections that do not close after a command, in milliseconds. */
const CLOSE_WITHIN_MS = 2_000;

const args = process.argv.slice(2);
let isOutputLost = false;

/** Reports output that cannot be written. A reader that stops early, such as `head`, is no failure. */
function onOutputError({ code }: NodeJS.ErrnoException): void {
  if (code === "EPIPE" || isOutputLost) return;
  isOutputLost = true;
  process.stderr.write(`error: The output cannot be written: ${code}\n`);
  process.exitCode = EXIT_FAILED;
}

process.stdout.on("error", onOutputError);
// A failure to print progress or an error must not end the command halfway.
process.stderr.on("error", () => {});

void runCommandLine(args, {
  env: process.env,
  clockOf,
  databaseOf,
  builtInCarriers: [SANDBOX_FACTS],
  kinds: carrierKinds,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = isOutputLost ? EXIT_FAILED : exitCode;
  // An open connection to an unresponsive peer would keep the process alive, so a timer ends the process.
  // `serve` returns once the service has started, so its process must continue.
  if (!args.includes("serve")) setTimeout(() => process.exit(), CLOSE_WITHIN_MS).unref();
});
