import { type ChildProcess, execFile, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../free-port";
import { poll } from "../tools/poll";
import { builtFile } from "./build";

/** A task that another process performs. JSON must preserve the argument and the result. */
type Task = (argument: never) => Promise<unknown>;
export type Tasks<T> = { [K in keyof T]: Task };

interface Call {
  id: number;
  name: string;
  argument: unknown;
}

interface CallResult {
  id: number;
  result?: unknown;
  error?: string;
}

/** Performs tasks for the parent process. Exits when the parent exits. */
export function perform<T extends Tasks<T>>(tasks: T): void {
  process.on("message", ({ id, name, argument }: Call) => {
    const task = tasks[name as keyof T] as unknown as (argument: unknown) => Promise<unknown>;
    task(argument).then(
      (result) => process.send?.({ id, result } satisfies CallResult),
      (error: unknown) =>
        process.send?.({
          id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  process.on("disconnect", () => process.exit(0));
}

const running = new Set<ChildProcess>();

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}
process.once("exit", killAll);

interface StartOptions {
  env?: Readonly<Record<string, string>>;
  /** Folder for a CPU profile, which the process writes at exit. */
  profileDir?: string | null;
  /** Entry point instead of src/main.ts. */
  script?: string;
}

const profileFlags = (dir: string | null | undefined) => (dir ? ["--cpu-prof", "--cpu-prof-dir", dir] : []);

const baseEnv = () => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" });

/** A child process that runs a script of scripts/bench. `call` runs one of its tasks. */
export class Helper<T extends Tasks<T>> {
  private readonly waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private calls = 0;

  private constructor(
    private readonly child: ChildProcess,
    script: string,
  ) {
    running.add(child);
    child.on("message", ({ id, result, error }: CallResult) => {
      const caller = this.waiting.get(id);
      this.waiting.delete(id);
      if (error === undefined) caller?.resolve(result);
      else caller?.reject(new Error(`${script}: ${error}`));
    });
    child.once("exit", (code, signal) => {
      running.delete(child);
      for (const { reject } of this.waiting.values())
        reject(new Error(`${script} ended (${code ?? signal})`));
    });
  }

  /** Starts a script of scripts/bench that calls `perform`. */
  static start<T extends Tasks<T>>(script: string, profileDir: string | null): Helper<T> {
    const child = fork(builtFile(`scripts/bench/${script}`), {
      execArgv: [...profileFlags(profileDir), "--enable-source-maps"],
      env: baseEnv(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    return new Helper<T>(child, script);
  }

  call<K extends keyof T & string>(
    name: K,
    ...[argument]: Parameters<T[K]>
  ): Promise<Awaited<ReturnType<T[K]>>> {
    const id = ++this.calls;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      this.child.send({ id, name, argument } satisfies Call);
    });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.disconnect();
    await once(this.child, "exit");
  }
}

/** Runs an operator's command. Returns its output, or throws an error with it if the command fails. */
export async function runCommand(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  const command = [builtFile("src/cli/main.ts"), ...args];
  const options = { env: { ...baseEnv(), ...env } };
  return (await promisify(execFile)(process.execPath, command, options)).stdout;
}

export interface Usage {
  cpuSeconds: number;
  rssBytes: number;
}

export function ownUsage(): Usage {
  const { user, system } = process.cpuUsage();
  return { cpuSeconds: (user + system) / 1e6, rssBytes: process.memoryUsage.rss() };
}

const READY_WITHIN_MS = 60_000;

/** A separate process of the service, used only through HTTP. */
export class Service {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly logFile: string,
  ) {}

  /** Starts a process of the service and resolves once it is ready. `dir` is the folder of the log file. */
  static async start(
    dir: string,
    { env = {}, profileDir, script = "src/main.ts" }: StartOptions,
  ): Promise<Service> {
    const port = String(await freePort());
    const logFile = join(dir, `service-${port}.log`);
    const log = openSync(logFile, "a");
    const command = [...profileFlags(profileDir), "--enable-source-maps", builtFile(script)];
    const child = spawn(process.execPath, command, {
      env: { ...baseEnv(), HOST: "127.0.0.1", PORT: port, RECADO_DRAIN_SECONDS: "0", ...env },
      stdio: ["ignore", log, log],
    });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const service = new Service(child, `http://127.0.0.1:${port}`, logFile);
    await service.ready();
    return service;
  }

  private async ready(): Promise<void> {
    const isReady = () =>
      fetch(`${this.origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    const wait = { withinMs: READY_WITHIN_MS, everyMs: 50 };
    if (await poll(isReady, (ready) => ready || this.child.exitCode !== null, wait)) return;
    const log = readFileSync(this.logFile, "utf8").slice(-4_000);
    throw new Error(`the service did not become ready: ${log}`);
  }

  async usage(): Promise<Usage> {
    const text = await (await fetch(`${this.origin}/metrics`)).text();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? NaN);
    return {
      cpuSeconds: value("process_cpu_seconds_total"),
      rssBytes: value("process_resident_memory_bytes"),
    };
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    this.child.kill("SIGTERM");
    await once(this.child, "exit");
  }
}
