import { spawn } from "node:child_process";
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

export function copyOfCheck(change: (bundle: Bundle) => Bundle): CheckCopy {
  const folder = mkdtempSync(join(tmpdir(), "recado-new-resource-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "generated/openapi.json");
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, "utf8")) as Bundle)));

  function node(args: readonly string[]): Promise<Ended> {
    const env = { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" };
    const child = spawn(process.execPath, ["--import", "tsx", ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let stdout = "";
    child.stdout.on("data", (bytes: Buffer) => void (stdout += bytes.toString()));
    return new Promise((done) => child.once("close", (code) => done({ code, stdout })));
  }

  return {
    run: (args) => node(["scripts/contract-check/main.ts", ...args]),
    async withoutStep() {
      const { stdout } = await node(["-e", WITHOUT_STEP]);
      return JSON.parse(stdout) as string[];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
