import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { resolve } from "node:path";
import { built } from "./build";

const root = resolve(__dirname, "../..");

export interface CommandRun {
  /** Null if a signal ended the process. */
  exitCode: number | null;
  out: string;
  err: string;
}

type Env = Readonly<Record<string, string>>;

/** Runs an operator's command in a process with only the given environment. */
export function runCommand(env: Env, ...args: string[]): Promise<CommandRun> {
  return outcome(start(env, "src/cli/main.ts", args));
}

/** Runs an operator's command as another user if root runs the tests, because root may read everything. */
export function runCommandWithoutRoot(env: Env, ...args: string[]): Promise<CommandRun> {
  return outcome(start(env, "test/support/command-without-root.ts", args));
}

/** Runs an operator's command whose reader closes the pipe before the first output. */
export function runUnreadCommand(env: Env, ...args: string[]): Promise<CommandRun> {
  const child = start(env, "src/cli/main.ts", args);
  child.stdout?.destroy();
  return outcome(child);
}

export async function runCommandOnFullDisk(env: Env, ...args: string[]): Promise<CommandRun> {
  const disk = openSync("/dev/full", "w");
  const run = outcome(start(env, "src/cli/main.ts", args, disk));
  closeSync(disk);
  return run;
}

interface LoadedCommand {
  go(): void;
  kill(): void;
  done: Promise<CommandRun>;
}

/** Loads a command without running it. `go` runs the command. */
export async function loadCommand(env: Env, ...args: string[]): Promise<LoadedCommand> {
  const child = start(env, "test/support/command-on-signal.ts", args);
  const done = outcome(child).then((run) => ({ ...run, out: run.out.replace(/^loaded\n/, "") }));
  if (child.stdout) await once(child.stdout, "data");
  return { go: () => void child.stdin?.end("go\n"), kill: () => void child.kill("SIGKILL"), done };
}

function start(
  env: Env,
  script: string,
  args: readonly string[],
  stdout: number | "pipe" = "pipe",
): ChildProcess {
  return spawn(process.execPath, [built(script), ...args], {
    cwd: root,
    stdio: ["pipe", stdout, "pipe"],
    env: { PATH: process.env.PATH, ...env },
  });
}

async function outcome(child: ChildProcess): Promise<CommandRun> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (bytes: Buffer) => (out += bytes.toString()));
  child.stderr?.on("data", (bytes: Buffer) => (err += bytes.toString()));
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, out, err };
}
