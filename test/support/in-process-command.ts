import { carrierKinds } from "../../src/app/carriers";
import { sqliteFile } from "../../src/app/config";
import { runCommandLine } from "../../src/cli/run";
import { openDatabase } from "../../src/platform/db/connection";
import type { Clock } from "../../src/platform/time";
import type { CommandRun } from "./command";
import { type OpenTestDatabase, settingsOf } from "./databases";

interface Options {
  database: Pick<OpenTestDatabase, "url" | "dataDir">;
  clock: Clock;
  carriers?: Parameters<typeof runCommandLine>[1]["builtInCarriers"];
  env?: Readonly<Record<string, string>>;
}

/** Runs an operator's command in this process, with the test's clock and carriers. */
export async function runInProcess(
  args: readonly string[],
  { database, clock, carriers = [], env = {} }: Options,
): Promise<CommandRun> {
  let [out, err] = ["", ""];
  const exitCode = await runCommandLine(args, {
    env: { ...settingsOf(database), ...env },
    clockOf: async () => clock,
    databaseOf: (config) =>
      openDatabase({ url: config.databaseUrl, sqliteFile: sqliteFile(config), poolSize: 2 }),
    builtInCarriers: carriers,
    kinds: carrierKinds,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { exitCode, out, err };
}
