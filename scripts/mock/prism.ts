import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { Address } from "./address";

const LISTENING = "Prism is listening on";

export interface Prism {
  child: ChildProcess;
  up: Promise<void>;
  gone: Promise<void>;
}

/** Prism's own command over a document, in a process of its own. It prints what is asked of it and how it answers. */
export function runPrism(document: string, { host, port }: Address, output: (text: string) => void): Prism {
  const cli = createRequire(__filename).resolve("@stoplight/prism-cli/dist/index.js");
  const child = spawn(process.execPath, [cli, "mock", document, "--port", String(port), "--host", host], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit").then(() => undefined);
  const up = new Promise<void>((resolve, reject) => {
    let said = "";
    const hear = (bytes: Buffer) => {
      output(bytes.toString());
      said = (said + bytes.toString()).slice(-100_000);
      if (said.includes(LISTENING)) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void gone.then(() => reject(new Error(`Prism did not start:\n${said}`)));
  });
  return { child, up, gone };
}
