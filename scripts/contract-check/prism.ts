import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../free-port";
import { contractFile } from "./contract";

const START_WITHIN_MS = 60_000;

/** A fault that Prism found in a request or an answer. */
export interface PrismViolation {
  location: readonly string[];
  severity: string;
  message: string;
}

/** A Prism process in front of `upstream`. */
export class Prism {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly output: () => string,
  ) {}

  /**
   * Starts Prism on the bundled contract or another document. Prism runs without `--errors`, so that it
   * forwards invalid requests instead of answering them; its findings come in a header.
   */
  static async start(upstream: string, document = contractFile): Promise<Prism> {
    const port = await freePort();
    const cli = require.resolve("@stoplight/prism-cli/dist/index.js");
    const command = [cli, "proxy", document, upstream, "--port", String(port), "--verboseLevel", "fatal"];
    // In its own process group, so that Ctrl-C does not end Prism: the run still needs it to clean up.
    const child = spawn(process.execPath, command, {
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const end = () => void child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => void process.off("exit", end));
    let output = "";
    const keep = (bytes: Buffer) => void (output = (output + bytes.toString()).slice(-4_000));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    const origin = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + START_WITHIN_MS; ;) {
      // Prism answers an unknown route at once, which shows that it listens.
      const up = await fetch(`${origin}/`).then(
        () => true,
        () => false,
      );
      if (up) return new Prism(child, origin, () => output);
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error(`Prism did not start: ${output}`);
      }
      await pause(50);
    }
  }

  /** How Prism ended, with the last lines of its output; null while it runs. */
  get ending(): string | null {
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) return null;
    const words = this.output().trim().split("\n").slice(-3).join(" ").slice(0, 300);
    return `it ended with ${signalCode ?? `code ${exitCode}`}${words === "" ? "" : `: ${words}`}`;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise<void>((done) => this.child.once("exit", () => done()));
    this.child.kill("SIGKILL");
    await gone;
  }
}

/** Maximum number of Prism failures in one run. */
const MAX_ENDS = 3;

/** Keeps a Prism running: replaces one that ended or hangs. */
export class PrismKeeper {
  private ends = 0;

  private constructor(
    private readonly upstream: string,
    private prism: Prism,
  ) {}

  static async start(upstream: string): Promise<PrismKeeper> {
    return new PrismKeeper(upstream, await Prism.start(upstream));
  }

  get origin(): string {
    return this.prism.origin;
  }

  /**
   * Replaces a Prism that did not answer a request, and returns how it ended. Throws the error of `onTooMany`
   * after the last allowed failure.
   */
  async replace(onTooMany: (how: string) => Error): Promise<string> {
    // The connection may close shortly before the process ends.
    for (let tries = 0; tries < 20 && this.prism.ending === null; tries++) await pause(25);
    const how = this.prism.ending ?? "it gave no answer";
    await this.prism.stop();
    this.ends += 1;
    if (this.ends > MAX_ENDS) throw onTooMany(`Prism failed ${this.ends} times, the last time ${how}`);
    this.prism = await Prism.start(this.upstream);
    return how;
  }

  stop(): Promise<void> {
    return this.prism.stop();
  }
}

/** Parses the header `sl-violations`. Prism truncates a long one; then its text becomes the message. */
export function readViolations(header: string | undefined): PrismViolation[] {
  if (header === undefined) return [];
  try {
    return JSON.parse(header) as PrismViolation[];
  } catch {
    // Prism lists violations of the answer last, so a truncated header may still show that there is one.
    const location = header.includes('"location":["response"') ? ["response"] : ["request"];
    return [{ location, severity: "Error", message: header.slice(0, 500) }];
  }
}
