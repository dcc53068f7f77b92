import pino from "pino";
import { carriersOf, databaseOf } from "../compose";
import { systemClock } from "../time";
import { runCommandLine } from "./run";

const silent = pino({ level: "silent" });

void runCommandLine(process.argv.slice(2), {
  env: process.env,
  clock: systemClock,
  databaseOf,
  // Asked for their names and speeds only: a command starts none.
  carriersOf: (config) => carriersOf(config, systemClock, silent).values(),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
}).then((exitCode) => {
  process.exitCode = exitCode;
});
