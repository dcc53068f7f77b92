import { spawn } from "node:child_process";

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ToolOptions {
  /** What is done, for messages: "the bundling". */
  step: string;
  cwd: string;
  env?: NodeJS.ProcessEnv;
  deadlineMs: number;
  /** The one line for a machine without the tool: what is needed, and what works without it. */
  missing?: string;
}

const running = new Set<number>();

/** A tool may have started others: they end with it. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}

function endAll(): void {
  for (const pid of running) endGroup(pid);
}

/** Who interrupts us means the tool as well, which is in a group of its own. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

let isWatching = false;

function watchSignals(): void {
  if (isWatching) return;
  isWatching = true;
  process.once("exit", endAll);
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      endAll();
      process.exit(code);
    });
  }
}

/** Runs a tool and collects what it says. Rejects when there is no such tool, and when it is not done by its deadline. */
export function runTool(command: string, args: readonly string[], options: ToolOptions): Promise<Run> {
  const { step, cwd, env = process.env, deadlineMs, missing } = options;
  watchSignals();
  return new Promise((done, failed) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    const { pid } = child;
    if (pid !== undefined) running.add(pid);
    const timer = setTimeout(() => {
      if (pid !== undefined) endGroup(pid);
      failed(new Error(`${step} was not done within ${deadlineMs / 1000} s, and was stopped`));
    }, deadlineMs);
    const result = { code: 1, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (result.stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (result.stderr += text));
    const over = () => {
      clearTimeout(timer);
      if (pid !== undefined) running.delete(pid);
    };
    child.once("error", (error: NodeJS.ErrnoException) => {
      over();
      failed(error.code === "ENOENT" && missing !== undefined ? new Error(missing, { cause: error }) : error);
    });
    child.once("close", (code) => {
      over();
      done({ ...result, code: code ?? 1 });
    });
  });
}
