import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { freePort } from "../bench/processes";

const ROOT = resolve(__dirname, "..", "..");
const START_WITHIN_MS = 60_000;

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
  ) {}

  /**
   * Starts it on the bundled contract, or on another document of the project. Without `--errors`, since with it Prism answers an invalid request by itself
   * and the service never gets it. Its verdicts come in a header all the same.
   */
  static async start(upstream: string, document = "generated/openapi.json"): Promise<Prism> {
    const port = await freePort();
    const cli = resolve(ROOT, "node_modules/@stoplight/prism-cli/dist/index.js");
    const contract = resolve(ROOT, document);
    const command = [cli, "proxy", contract, upstream, "--port", String(port), "--verboseLevel", "fatal"];
    // In a group of its own: Ctrl-C is for the run, which still needs Prism to clean up.
    const child = spawn(process.execPath, command, {
      cwd: ROOT,
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
      if (up) return new Prism(child, origin);
      if (child.exitCode !== null || Date.now() > deadline) {
        child.kill("SIGKILL");
        throw new Error(`Prism did not start: ${output}`);
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = new Promise<void>((done) => this.child.once("exit", () => done()));
    this.child.kill("SIGKILL");
    await gone;
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
