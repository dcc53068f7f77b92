import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { built } from "./build";
import { until } from "./until";

export { freePort } from "../../scripts/free-port";

/** Time limit of a start on a busy machine, in milliseconds. */
const READY_WITHIN_MS = 240_000;

/**
 * Sends a request, and repeats it after 503, which means that the service did not carry it out. On a busy
 * machine, requests can wait too long for a connection to the database.
 */
export async function fetchServed(url: string, init?: RequestInit): Promise<Response> {
  let response = await fetch(url, init);
  await until(`${url} is served`, 30, async () => {
    if (response.status !== 503) return true;
    await response.body?.cancel();
    response = await fetch(url, init);
    return false;
  });
  return response;
}

export interface Entry {
  /** Program to start. The default is this process's Node. */
  program?: string;
  command: readonly string[];
  /** Working folder. The default is the project's folder. */
  cwd?: string;
  /** Output that shows that the service is ready. Without it, `/readyz` is requested. */
  says?: string;
}

/** A service process with only the given environment. */
export class ServiceProcess {
  private child: ChildProcess | null = null;
  private output = "";

  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly entry: Entry = { command: ["--enable-source-maps", built("src/main.ts")] },
  ) {}

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.env.PORT}`;
  }

  residentMiB(): number {
    const kib = execFileSync("ps", ["-o", "rss=", "-p", String(this.child?.pid)], { encoding: "utf8" });
    return Number(kib) / 1024;
  }

  /** Returns the CPU time in milliseconds, which hardly depends on the load of the machine. */
  workedMs(): number {
    const fields = readFileSync(`/proc/${this.child?.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return ticks * 10;
  }

  /** Starts the process and resolves once it is ready. Rejects with its output if it ends. */
  async start(): Promise<void> {
    const { program = process.execPath, command, cwd = join(__dirname, "..", "..") } = this.entry;
    const child = spawn(program, command, {
      cwd,
      env: {
        PATH: process.env.PATH ?? "",
        HOME: process.env.HOME ?? "",
        RECADO_DRAIN_SECONDS: "0",
        ...this.env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    this.output = "";
    const { says } = this.entry;
    const up = new Promise<void>((resolve) => {
      const appendOutput = (bytes: Buffer) => {
        this.output = (this.output + bytes.toString()).slice(-20_000);
        if (says !== undefined && this.output.includes(says)) resolve();
      };
      child.stdout?.on("data", appendOutput);
      child.stderr?.on("data", appendOutput);
    });
    const ended = new Promise<never>((_, reject) =>
      child.once("exit", (code, signal) =>
        reject(new Error(`the service ended (${code ?? signal}): ${this.output}`)),
      ),
    );
    ended.catch(() => {});
    await Promise.race([says === undefined ? this.ready(child) : up, ended]);
  }

  /** Resolves once the service is ready or its process has ended. */
  private async ready(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while (child.exitCode === null && child.signalCode === null) {
      const response = await fetch(`${this.baseUrl}/readyz`).catch(() => null);
      if (response?.ok) return;
      if (Date.now() > deadline) throw new Error(`the service did not become ready: ${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exited = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
    child.kill(signal);
    return exited;
  }

  log(): string {
    return this.output;
  }

  /** Returns the peak of the resident memory, in MiB. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.child?.pid}/status`, "utf8");
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
  }
}
