import pino from "pino";
import { carrierKinds, sandboxOf } from "../app/carriers";
import { clockOf, databaseOf } from "../app/compose";
import { steadyClock } from "../platform/steady-clock";
import { runCommandLine } from "./run";

// Commands use only the name, channels and rate of the sandbox, and start no carrier.
const sandbox = sandboxOf({ clock: steadyClock(), log: pino({ level: "silent" }) }, { sandboxDelayMs: 0 });

void runCommandLine(process.argv.slice(2), {
  env: process.env,
  clockOf,
  databaseOf,
  builtInCarriers: [sandbox],
  kinds: carrierKinds,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
