import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { newSecret, signatureOf } from "../../src/features/webhooks/signature";
import { type CleanFolder, installClient, lendTypes } from "../support/client-package";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import type { WorkerSettings } from "./client-package/worker";

const root = resolve(__dirname, "../..");
const bin = (name: string) => join(root, "node_modules", ".bin", name);
// The installed version that most users of the client have.
const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
const sourceOf = (name: string) => readFileSync(join(__dirname, "client-package", name), "utf8");

/** The program's result, however the client is loaded. */
const RESULT = {
  file: "uploaded",
  progress: [0, 6],
  conflict: [true, 409],
  sent: ["pending"],
  statuses: ["delivered"],
  steps: ["1 +5511987654321 pending", "2 +5511987654321 sent", "3 +5511987654321 delivered"],
  refused: ["wrong_signature"],
  connection: true,
};

/** The error of the package's main entry. */
const sentence = 'The client is in "recado/client": import { createRecado } from "recado/client"';

/** All globals of an edge worker: no `process`, no `Buffer`, no `require`. */
const WEB_GLOBALS = [
  ...[
    "fetch",
    "Request",
    "Response",
    "Headers",
    "FormData",
    "URL",
    "URLSearchParams",
    "Blob",
    "ReadableStream",
  ],
  ...[
    "TransformStream",
    "TextEncoder",
    "TextDecoder",
    "AbortController",
    "AbortSignal",
    "DOMException",
    "crypto",
  ],
  ...["atob", "btoa", "setTimeout", "clearTimeout"],
] as const;

/** Returns the TypeScript examples of the READMEs that use the client. */
function examples(): string[] {
  return ["README.md", "scripts/client/README.md"].flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)]
      .map(([, code = ""]) => code)
      .filter((code) => code.includes('"recado/client"')),
  );
}

describe("the packed client in a clean folder", () => {
  const data = temporaryFolder("client-data");
  let folder: CleanFolder;
  let service: ServiceProcess;
  let baseUrl = "";
  let apiKey = "";

  beforeAll(async () => {
    service = new ServiceProcess({
      PORT: String(await freePort()),
      RECADO_DATA_DIR: data,
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_VALIDATE_RESPONSES: "1",
    });
    [folder] = await Promise.all([installClient(), service.start()]);
    baseUrl = `${service.baseUrl}/v3`;
    apiKey = readFileSync(join(data, "api-key"), "utf8").trim();
  });

  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  it("installs without dependencies and with its licences", async () => {
    const { stdout } = await folder.run("npm", ["ls", "--all", "--json"]);
    const { dependencies } = JSON.parse(stdout) as {
      dependencies: Record<string, { dependencies?: unknown }>;
    };
    expect(Object.keys(dependencies)).toEqual(["recado"]);
    expect(dependencies.recado?.dependencies).toBeUndefined();
    const licence = readFileSync(join(folder.path, "node_modules/recado/LICENSE-openapi-fetch"), "utf8");
    expect(licence).toContain("Permission is hereby granted");
  });

  it.each([
    ["a default import", "wrong.mjs", 'import Recado from "recado"; new Recado();'],
    [
      "a named import",
      "wrong.mjs",
      'import { createRecado, verifyWebhook } from "recado"; createRecado({});',
    ],
    ["an import at run time", "wrong.mjs", 'await import("recado");'],
    ["a require", "wrong.cjs", 'const { createRecado } = require("recado");'],
  ])("names the client's entry to %s of the main entry", async (_, name, code) => {
    folder.write(name, code);
    const { code: exit, stderr } = await folder.run(process.execPath, [name]);
    expect([exit, stderr]).toEqual([1, expect.stringContaining(`Error: ${sentence}`)]);
  });

  it("names the client's entry in a compiler error", async () => {
    folder.write(
      "wrong.mts",
      'import { createRecado } from "recado";\ncreateRecado({ baseUrl: "", apiKey: "" });\n',
    );
    const options = [
      "--noEmit",
      "--strict",
      "--module",
      "node16",
      "--moduleResolution",
      "node16",
      "wrong.mts",
    ];
    const { code, stdout } = await folder.run(tsc, options);
    expect(code).not.toBe(0);
    expect(stdout).toContain("This expression is not callable");
    expect(stdout).toContain("The client is in");
  });

  it.each([
    [
      "the whole client",
      "import { createRecado } from 'recado/client'; globalThis.recado = createRecado",
      10,
    ],
    ["webhooks alone", "import { verifyWebhook } from 'recado/client'; globalThis.verify = verifyWebhook", 2],
    [
      "the test signer alone",
      "import { signWebhook } from 'recado/client'; globalThis.sign = signWebhook",
      2,
    ],
    ["errors alone", "import { isRecadoError } from 'recado/client'; globalThis.is = isRecadoError", 2],
  ])("adds little to a bundle: %s", async (_, code, kilobytes) => {
    folder.write("app.mjs", code);
    const options = ["app.mjs", "--bundle", "--minify", "--format=esm", "--platform=browser"];
    const { stdout } = await folder.run(bin("esbuild"), [...options, "--log-level=warning"]);
    const bytes = gzipSync(stdout, { level: 9 }).length;
    expect(bytes).toBeGreaterThan(100);
    expect(bytes).toBeLessThanOrEqual(kilobytes * 1024);
  });

  it.each([
    ["a module", "esm", "program.mjs"],
    ["CommonJS", "cjs", "program.cjs"],
  ])("runs a program that uses every function and class, as %s", async (_, format, name) => {
    folder.write("program.ts", sourceOf("program.ts"));
    const transpile = ["program.ts", `--format=${format}`, `--outfile=${name}`, "--platform=node"];
    expect(await folder.run(bin("esbuild"), [...transpile, "--log-level=warning"])).toMatchObject({
      code: 0,
    });
    const { code, stdout, stderr } = await folder.run(process.execPath, [name, baseUrl, apiKey, format]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(stdout)).toEqual(RESULT);
  });

  it("runs the README's example repeatedly as it is printed", async () => {
    const [example = ""] = examples();
    const file = /save this as `([^`]+)`/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
    folder.write(file, example.replace("http://127.0.0.1:3000/v3", baseUrl));
    const asPrinted = () => folder.run("env", [`KEY=${apiKey}`, process.execPath, file]);
    for (const run of [await asPrinted(), await asPrinted()]) {
      expect(run).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^\+5511987654321 (pending|sent|delivered)\n$/),
        stderr: "",
      });
    }
  });

  describe("with the READMEs' examples, compiled strictly", () => {
    const files = ["program.ts", "program-module.mts"];

    beforeAll(() => {
      lendTypes(folder, "node");
      for (const name of files) folder.write(name, sourceOf("program.ts"));
      for (const [index, code] of examples().entries()) {
        const name = `example-${index}.mts`;
        folder.write(name, code);
        files.push(name);
      }
    });

    it.each([
      ["node16", ["--module", "node16", "--moduleResolution", "node16"]],
      ["bundler", ["--module", "esnext", "--moduleResolution", "bundler"]],
    ])("compiles without errors for %s", async (_, resolution) => {
      expect(files.length).toBeGreaterThan(3);
      const strict = ["--strict", "--noEmit", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
      const target = ["--target", "es2022", "--lib", "es2022", "--types", "node"];
      const compiled = await folder.run(tsc, [...strict, ...target, ...resolution, ...files]);
      expect(compiled).toEqual({ code: 0, stdout: "", stderr: "" });
    });
  });

  it("works in a worker with web globals only", async () => {
    const source = folder.write("worker.ts", sourceOf("worker.ts"));
    const bundle = [
      "--bundle",
      "--platform=browser",
      "--format=iife",
      "--global-name=worker",
      "--outfile=worker.js",
    ];
    expect(await folder.run(bin("esbuild"), [source, ...bundle, "--log-level=warning"])).toMatchObject({
      code: 0,
    });
    const globals = Object.fromEntries(WEB_GLOBALS.map((name) => [name, globalThis[name]]));
    const context = createContext(globals);
    runInContext(readFileSync(join(folder.path, "worker.js"), "utf8"), context);
    const handle = runInContext("worker.handle", context) as (
      request: Request,
      settings: WorkerSettings,
    ) => Promise<Response>;
    const secret = newSecret();
    const body = JSON.stringify([{ id: "1", type: "message_update", data: { to: "+5511987654321" } }]);
    const requestSigned = (by: string) =>
      new Request("https://worker.example.com/", {
        method: "POST",
        body,
        headers: { "X-Service-Signature": signatureOf([by], Buffer.from(body), Date.now()) },
      });
    const settings = { baseUrl, apiKey, secret };
    const refused = await handle(requestSigned(newSecret()), settings);
    expect([refused.status, await refused.text()]).toEqual([401, "wrong_signature"]);
    const response = await handle(requestSigned(secret), settings);
    expect(await response.json()).toEqual({
      file: "uploaded",
      results: ["pending"],
      listed: expect.any(Number),
      missing: true,
    });
  });
});
