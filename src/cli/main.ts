import pino from "pino";
import { carriersOf, clockOf, databaseOf } from "../app/compose";
import { steadyClock } from "../platform/steady-clock";
import { runCommandLine } from "./run";

const silent = pino({ level: "silent" });

void runCommandLine(process.argv.slice(2), {
  env: process.env,
  clockOf,
  databaseOf,
  // Asked for their names and speeds only: a command starts none.
  carriersOf: (config) => carriersOf(config, steadyClock(), silent).values(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
