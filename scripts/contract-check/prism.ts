import { type ChildProcess, spawn } from "node:child_process";
import { freePort } from "../free-port";
import { contractFile } from "./contract";

const START_WITHIN_MS = 60_000;

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** What Prism holds against a request or an answer. */
export interface PrismViolation {
  location: readonly string[];
  severity: string;
  message: string;
}

/** Prism as a process of its own, in front of `upstream`. */
export class Prism {
  private constructor(
    private readonly child: ChildProcess,
    readonly origin: string,
    private readonly output: () => string,
  ) {}

  /**
   * Starts it on the bundled contract, or on another document. Without `--errors`, since with it Prism answers an
   * invalid request by itself and the service never gets it. Its verdicts come in a header all the same.
   */
  static async start(upstream: string, document = contractFile): Promise<Prism> {
    const port = await freePort();
    const cli = require.resolve("@stoplight/prism-cli/dist/index.js");
    const command = [cli, "proxy", document, upstream, "--port", String(port), "--verboseLevel", "fatal"];
    // In a group of its own: Ctrl-C is for the run, which still needs Prism to clean up.
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
      // A route that the contract lacks comes back quickly, and shows that Prism listens.
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

  /** How it ended, with its last words; null while it runs. */
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

/** So many ends of Prism in one run are borne. */
const MOST_ENDS = 3;

/** Keeps a Prism running: one that ended or hangs is replaced by another. */
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

  /** After a request that it did not answer: says how it ended. Throws what `onTooMany` makes when that was once too often. */
  async replace(onTooMany: (how: string) => Error): Promise<string> {
    // The connection may be gone a moment before the process is.
    for (let tries = 0; tries < 20 && this.prism.ending === null; tries++) await pause(25);
    const how = this.prism.ending ?? "it gave no answer";
    await this.prism.stop();
    this.ends += 1;
    if (this.ends > MOST_ENDS) throw onTooMany(`Prism failed ${this.ends} times, the last time ${how}`);
    this.prism = await Prism.start(this.upstream);
    return how;
  }

  stop(): Promise<void> {
    return this.prism.stop();
  }
}

/** Reads the header `sl-violations`. Prism cuts one that is too long, and then only its words are left. */
export function readViolations(header: string | undefined): PrismViolation[] {
  if (header === undefined) return [];
  try {
    return JSON.parse(header) as PrismViolation[];
  } catch {
    // Violations of the answer come last, so a list that is cut short in its answers' part still names one.
    const location = header.includes('"location":["response"') ? ["response"] : ["request"];
    return [{ location, severity: "Error", message: header.slice(0, 500) }];
  }
}
