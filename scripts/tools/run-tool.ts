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

/** Runs a tool. Rejects if the tool is not installed or exceeds its time limit. */
export function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<Run> {
  const { step, cwd, env = process.env, deadlineMs, missing } = options;
  watchSignals();
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const timer = setTimeout(() => {
      if (pid !== undefined) killGroup(pid);
      failed(new Error(`${step} did not end within ${deadlineMs / 1000} s, and was stopped`));
    }, deadlineMs);
    const result = { code: 1, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (result.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (result.stderr += text));
    const finish = () => {
      clearTimeout(timer);
      if (pid !== undefined) running.delete(pid);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      finish();
      failed(error.code === "ENOENT" && missing !== undefined ? new Error(missing, { cause: error }) : error);
    });
    child.once("close", (code) => {
      finish();
      done({ ...result, code: code ?? 1 });
    });
  });
}
