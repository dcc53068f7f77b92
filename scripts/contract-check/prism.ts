import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../free-port";
import { contractFile } from "./contract";
import { poll } from "../tools/poll";
import { RunAbortedError } from "./run-errors";

const START_WITHIN_MS = 60_000;

export interface PrismViolation {
  location: readonly string[];
  severity: string;
  message: string;
}

/** Maximum number of Prism replacements in one run. */
const MAX_ENDS = 3;

interface Process {
  child: ChildProcess;
  origin: string;
  /** Returns the end of the output. */
  output: () => string;
}

/** Starts Prism. Without `--errors`, it forwards invalid requests and reports them in `sl-violations`. */
async function startProcess(upstream: string, document: string): Promise<Process> {
  const port = await freePort();
  const cli = require.resolve("@stoplight/prism-cli/dist/index.js");
  const command = [cli, "proxy", document, upstream, "--port", String(port), "--verboseLevel", "fatal"];
  // The separate process group keeps Ctrl-C from ending Prism, which the clean-up still needs.
  const child = spawn(process.execPath, command, {
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const end = () => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => void process.off("exit", end));
  let output = "";
  const appendOutput = (bytes: Buffer) => void (output = (output + bytes.toString()).slice(-4_000));
  child.stdout.on("data", appendOutput);
  child.stderr.on("data", appendOutput);
  const origin = `http://127.0.0.1:${port}`;
  // Any response, even to an unknown route, shows that Prism listens.
  const isUp = () =>
    fetch(`${origin}/`).then(
      () => true,
      () => false,
    );
  const wait = { withinMs: START_WITHIN_MS, everyMs: 50 };
  if (await poll(isUp, (up) => up || child.exitCode !== null, wait))
    return { child, origin, output: () => output };
  child.kill("SIGKILL");
  throw new Error(`Prism did not start: ${output}`);
}

/** A process of Prism. Callers use `replace` after a request without a response. */
export class Prism {
  private ends = 0;

  private constructor(
    private readonly upstream: string,
    private readonly document: string,
    private process: Process,
  ) {}

  static async start(upstream: string, document = contractFile): Promise<Prism> {
    return new Prism(upstream, document, await startProcess(upstream, document));
  }

  get origin(): string {
    return this.process.origin;
  }

  /** Exit code or signal with the last lines of output; null while Prism runs. */
  private get ending(): string | null {
    const { exitCode, signalCode } = this.process.child;
    if (exitCode === null && signalCode === null) return null;
    const words = this.process.output().trim().split("\n").slice(-3).join(" ").slice(0, 300);
    return `it ended with ${signalCode ?? `code ${exitCode}`}${words === "" ? "" : `: ${words}`}`;
  }

  /** Replaces the process and returns how it ended. Throws `RunAbortedError` after `MAX_ENDS` times. */
  async replace(): Promise<string> {
    // The connection may close shortly before the process ends. Wait up to 500 ms for the exit code.
    const wait = { withinMs: 500, everyMs: 25 };
    const how = (await poll(() => this.ending, Boolean, wait)) ?? "it did not respond";
    await this.stop();
    this.ends += 1;
    if (this.ends > MAX_ENDS)
      throw new RunAbortedError(`Prism failed ${this.ends} times, the last time ${how}`);
    this.process = await startProcess(this.upstream, this.document);
    return how;
  }

  async stop(): Promise<void> {
    if (this.ending !== null) return;
    const exited = once(this.process.child, "exit");
    this.process.child.kill("SIGKILL");
    await exited;
  }
}

/** Parses the header `sl-violations`; the text of a truncated header becomes one violation. */
export function readViolations(header: string | undefined): PrismViolation[] {
  if (header === undefined) return [];
  try {
    return JSON.parse(header) as PrismViolation[];
  } catch {
    // A truncated header cannot be parsed. This assumes a violation of the response if the header's text
    // names one, else a violation of the request.
    const location = header.includes('"location":["response"') ? ["response"] : ["request"];
    return [{ location, severity: "Error", message: header.slice(0, 500) }];
  }
}
