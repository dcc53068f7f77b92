import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Address } from "./address";

const LISTENING = "Prism is listening on";

interface Prism {
  child: ChildProcess;
  up: Promise<void>;
  exited: Promise<void>;
}

/** Starts the Prism CLI in a separate process. `output` receives its log. */
export function runPrism(document: string, { host, port }: Address, output: (text: string) => void): Prism {
  const cli = createRequire(__filename).resolve("@stoplight/prism-cli/dist/index.js");
  const child = spawn(process.execPath, [cli, "mock", document, "--port", String(port), "--host", host], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit").then(() => undefined);
  const up = new Promise<void>((resolve, reject) => {
    let printed = "";
    const collect = (bytes: Buffer) => {
      output(bytes.toString());
      printed = (printed + bytes.toString()).slice(-100_000);
      if (printed.includes(LISTENING)) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    void exited.then(() => reject(new Error(`Prism did not start:\n${printed}`)));
  });
  return { child, up, exited };
}
