import { carrierKinds } from "../../src/app/carriers";
import { sqliteFile } from "../../src/app/config";
import { runCommandLine } from "../../src/cli/run";
import type { Clock } from "../../src/platform/time";
import type { TestClock } from "./clock";
import type { CommandRun } from "./command";
import { openForTest, type OpenTestDatabase, settingsOf } from "./databases";

interface Options {
  database: Pick<OpenTestDatabase, "url" | "dataDir">;
  clock: Clock;
  carriers?: Parameters<typeof runCommandLine>[1]["builtInCarriers"];
  env?: Readonly<Record<string, string>>;
}

export async function runInProcess(
  args: readonly string[],
  { database, clock, carriers = [], env = {} }: Options,
): Promise<CommandRun> {
  let [out, err] = ["", ""];
  const exitCode = await runCommandLine(args, {
    env: { ...settingsOf(database), ...env },
    clockOf: async () => clock,
    databaseOf: (config) =>
      openForTest({ url: config.databaseUrl, sqliteFile: sqliteFile(config), poolSize: 2 }),
    builtInCarriers: carriers,
    kinds: carrierKinds,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  });
  return { exitCode, out, err };
}

const carriers = [
  { name: "sandbox", channels: ["sms", "rcs", "voice"] as const, defaultMaxPerSecond: 100_000 },
  { name: "telco", channels: ["sms"] as const, defaultMaxPerSecond: 30 },
];

/** The functions take a line as the operator types it, without quotes. */
export function commandLine(database: Options["database"], clock: TestClock) {
  const recado = (line: string, env: Record<string, string> = {}) => {
    // Ids of different processes within one millisecond are not ordered.
    clock.advance(1);
    return runInProcess(line.split(" "), { database, clock, carriers, env });
  };
  return {
    recado,
    async json<T>(line: string): Promise<T> {
      const { exitCode, out, err } = await recado(`${line} --json`);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
      return JSON.parse(out) as T;
    },
    /** Expects one line about the error. */
    async refused(line: string, exitCode: number, why: RegExp): Promise<void> {
      const ran = await recado(line);
      expect(ran).toEqual({ exitCode, out: "", err: expect.stringMatching(/^error: [^\n]+\n$/) as string });
      expect(ran.err).toMatch(why);
    },
  };
}
