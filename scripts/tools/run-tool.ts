import { spawn } from "node:child_process";

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

interface ToolOptions {
  /** Name of the step in error messages, such as "java -version". */
  step: string;
  cwd: string;
  env?: NodeJS.ProcessEnv;
  deadlineMs: number;
  missing?: string;
}

const running = new Set<number>();

/** Kills a tool's process group, which includes its child processes. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group has ended already.
  }
}

function killAll(): void {
  for (const pid of running) killGroup(pid);
}

/** Exit codes by signal. The tools have their own process groups, so this process must kill them. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let isWatching = false;

function watchSignals(): void {
  if (isWatching) return;
  isWatching = true;
  process.once("exit", killAll);
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      killAll();
      process.exit(code);
    });
  }
}

/**
 * Starts a tool in a separate process group, which is killed when this process exits. `kill` ends the tool
 * and the processes that it started.
 */
export function startTool(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
) {
  watchSignals();
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  child.once("close", () => pid !== undefined && running.delete(pid));
  return { child, kill: () => pid !== undefined && killGroup(pid) };
}

/** Runs a tool. Rejects if the tool is not installed or exceeds its time limit. */
export function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<Run> {
  const { step, cwd, env = process.env, deadlineMs, missing } = options;
  return new Promise((done, failed) => {
    const { child, kill } = startTool(command, args, { cwd, env });
    const timer = setTimeout(() => {
      kill();
      failed(new Error(`${step} did not end within ${deadlineMs / 1000} s, and was stopped`));
    }, deadlineMs);
    const result = { code: 1, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (result.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (result.stderr += text));
    child.once("error", (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      failed(error.code === "ENOENT" && missing !== undefined ? new Error(missing, { cause: error }) : error);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      done({ ...result, code: code ?? 1 });
    });
  });
}
