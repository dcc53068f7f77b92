import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..", "..");
const COPIED = ["scripts", "generated", "src", "package.json", "tsconfig.json"];

type Json = Record<string, unknown>;
type PathItem = Record<string, Json>;

interface Bundle {
  paths: Record<string, PathItem>;
  components: { parameters: Record<string, Json> };
}

/** The methods of the new resource, by path and without `PATCH`. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  "/templates": ["get", "post"],
  "/templates/{template_id}": ["get", "delete"],
};

const renamed = (text: string) =>
  text.replaceAll("template_id", "label_id").replace(/(list|create|get|delete)Template(?=s?")/g, "$1Label");

/**
 * Adds an unknown tag to the contract: labels, which are templates under other names. A proxy can therefore
 * implement them by the real service.
 */
export function withLabels(bundle: Bundle, { invariants }: { invariants: boolean }): Bundle {
  const labels = Object.entries(METHODS).map(([path, methods]): [string, PathItem] => {
    const item = bundle.paths[path] ?? {};
    const operations = methods.map((method): [string, Json] => {
      const text = renamed(JSON.stringify(item[method])).replaceAll(
        "parameters/TemplateId",
        "parameters/LabelId",
      );
      const { "x-invariants": own, ...operation } = JSON.parse(text) as Json;
      return [method, { ...operation, ...(invariants ? { "x-invariants": own } : {}), tags: ["Labels"] }];
    });
    return [renamed(path).replace("/templates", "/labels"), Object.fromEntries(operations)];
  });
  const { parameters } = bundle.components;
  return {
    ...bundle,
    paths: { ...bundle.paths, ...Object.fromEntries(labels) },
    components: {
      ...bundle.components,
      parameters: { ...parameters, LabelId: { ...parameters.TemplateId, name: "label_id" } },
    },
  };
}

interface Ended {
  code: number | null;
  stdout: string;
}

/** A copy of the check, in another folder and with another contract. */
export interface CheckCopy {
  /** Runs the command as users do. */
  command(args: readonly string[]): Promise<Ended>;
  /** Runs the check in a process that all runs share, with one chain of proxies. */
  run(args: readonly string[]): Promise<Ended>;
  /** Returns the operations without a step that could succeed. */
  withoutStep(): Promise<string[]>;
  remove(): void;
}

const WITHOUT_STEP = `
  const { operations } = require("./scripts/contract-check/contract.ts");
  const { withoutStep } = require("./scripts/contract-check/invariants/steps.ts");
  process.stdout.write(JSON.stringify(withoutStep(operations).map(({ id }) => id)));
`;

/** Runs a check for each message, which has its arguments, and returns its output and exit code. */
const RUNNER = `
  const { Command } = require("commander");
  const { checkAndReport } = require("./scripts/contract-check/command.ts");
  const { optionsOf, withOptions } = require("./scripts/contract-check/options.ts");
  const { openProxyChain } = require("./scripts/contract-check/proxy-chain.ts");
  const opening = openProxyChain(30_000);
  process.on("disconnect", () => process.exit());
  process.on("message", async (args) => {
    let stdout = "";
    process.stdout.write = (text) => Boolean((stdout += text));
    const command = withOptions(new Command(), { name: "runner", canStartService: false });
    command.parse(args, { from: "user" });
    const options = { ...optionsOf(command, false), proxyChain: await opening };
    process.send({ code: await checkAndReport(options, null), stdout });
  });
`;

export function copyOfCheck(change: (bundle: Bundle) => Bundle): CheckCopy {
  const folder = mkdtempSync(join(tmpdir(), "recado-new-resource-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "generated/openapi.json");
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Bundle)));

  function start(args: readonly string[], stdio: StdioOptions): ChildProcess {
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
    return spawn(process.execPath, ["--import", "tsx", ...args], { cwd: folder, env, stdio });
  }

  function node(args: readonly string[]): Promise<Ended> {
    const child = start(args, ["ignore", "pipe", "ignore"]);
    let stdout = "";
    child.stdout?.on("data", (bytes: Buffer) => void (stdout += bytes.toString()));
    return new Promise((done) => child.once("close", (code) => done({ code, stdout })));
  }

  let runner: ChildProcess | null = null;
  return {
    command: (args) => node(["scripts/contract-check/main.ts", ...args]),
    run(args) {
      const child = (runner ??= start(["-e", RUNNER], ["ignore", "ignore", "ignore", "ipc"]));
      return new Promise((done, fail) => {
        child.once("message", (ended: Ended) => done(ended));
        child.once("exit", (code) => fail(new Error(`the runner ended with code ${code}`)));
        child.send(args);
      });
    },
    async withoutStep() {
      const { stdout } = await node(["-e", WITHOUT_STEP]);
      return JSON.parse(stdout) as string[];
    },
    remove() {
      if (runner?.connected) runner.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
