import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import bundle from "../../generated/openapi.json";
import { basePath, mockDocument } from "../../scripts/mock/mock-document";
import { type ExamplesMock, startExamples } from "../../scripts/mock/examples";
import { escapedStep, valueAt } from "../../src/platform/json-pointer";
import { freePort } from "../support/process";
import { until } from "../support/until";

interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  example: unknown;
}

interface Media {
  examples: Record<string, { value: unknown } | { $ref: string }>;
}

interface Operation {
  operationId: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: { "application/json": Media } };
  responses: Record<string, { content?: object } | { $ref: string }>;
}

interface Call {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
  operation: Operation;
  /** JSON pointer of the operation in the bundle. */
  pointer: string;
}

const contract = bundle as unknown as { paths: Record<string, Record<string, Operation>> };

function resolved<T>(node: T | { $ref: string }): T {
  if (typeof node !== "object" || node === null || !("$ref" in node)) return node;
  return resolved(valueAt(bundle, node.$ref) as T);
}

function callsOf(path: string, method: string, operation: Operation): Call[] {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved<Parameter>(parameter));
  const of = (place: Parameter["in"]) => parameters.filter((parameter) => parameter.in === place);
  const filled = of("path").reduce(
    (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
    path,
  );
  const query = of("query").flatMap(({ name, example }) =>
    [example].flat().map((value) => [name, String(value)]),
  );
  const examples = Object.entries(operation.requestBody?.content["application/json"].examples ?? {});
  const bodies =
    examples.length > 0
      ? examples.map(([name, example]) => ({ name, body: resolved<{ value: unknown }>(example).value }))
      : [{ name: "", body: undefined }];
  return bodies.map(({ name, body }) => ({
    name: `${operation.operationId} ${name}`.trim(),
    method: method.toUpperCase(),
    path: filled + (query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ""),
    headers: Object.fromEntries(of("header").map(({ name, example }) => [name, String(example)])),
    body,
    operation,
    pointer: `#/paths/${escapedStep(path)}/${method}`,
  }));
}

const calls = Object.entries(contract.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => callsOf(path, method, operation)),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ ...bundle, $id: "contract" });

/** Returns the faults of a body by the schema of an operation and status; null if there are none. */
function faults({ operation, pointer }: Call, status: number, body: unknown): unknown {
  const raw = operation.responses[status];
  if (raw === undefined) return `${status} is not documented`;
  const at = "$ref" in raw ? raw.$ref : `${pointer}/responses/${status}`;
  if (resolved(raw).content === undefined) return body === undefined ? null : "a body where there is none";
  const validate = ajv.compile({ $ref: `contract${at}/content/application~1json/schema` });
  return validate(body) ? null : validate.errors;
}

describe("the mock with examples", () => {
  let folder: string;
  let mock: ExamplesMock;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recado-mocked-"));
    cpSync(resolve(__dirname, "../../openapi"), join(folder, "openapi"), { recursive: true });
    const quiet = () => undefined;
    const address = { host: "127.0.0.1", port: await freePort() };
    mock = await startExamples(join(folder, "openapi/openapi.yaml"), address, quiet, quiet);
  });

  afterAll(async () => {
    await mock.close();
    rmSync(folder, { recursive: true });
  });

  async function send({ method, path, headers, body }: Call) {
    const response = await fetch(mock.url + path, {
      method,
      headers: { "X-API-Key": "st_any", "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as unknown) };
  }

  it("has the version in its URL, like the service", () => {
    expect(mock.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v3$/);
  });

  it.each(calls)("returns a success for $name that matches the contract", async (call) => {
    const success = Object.keys(call.operation.responses).find((status) => status.startsWith("2"));
    const { status, body } = await send(call);
    expect({ status, faults: faults(call, status, body) }).toEqual({ status: Number(success), faults: null });
  });

  it.each(calls.filter(({ operation }) => operation.requestBody))(
    "returns a documented failure for a wrong body instead of $name",
    async (call) => {
      const { status, body } = await send({ ...call, body: { surprise: true } });
      expect([400, 422]).toContain(status);
      expect(faults(call, status, body)).toBeNull();
    },
  );

  it("requires a key, like the service", async () => {
    const response = await fetch(`${mock.url}/templates`);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: "unauthorized" } });
  });

  it("returns another documented response on request", async () => {
    const [call] = calls.filter(({ operation }) => operation.operationId === "createTemplate");
    if (call === undefined) throw new Error("no createTemplate");
    const { status, body } = await send({ ...call, headers: { Prefer: "code=409" } });
    expect({ status, faults: faults(call, status, body) }).toEqual({ status: 409, faults: null });
  });

  it("lets pages of any origin call it", async () => {
    const response = await fetch(`${mock.url}/templates`, {
      method: "OPTIONS",
      headers: {
        Origin: "http://localhost:5173",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-api-key",
      },
    });
    expect(response.ok).toBe(true);
    expect(response.headers.get("access-control-allow-origin")).toMatch(/^(\*|http:\/\/localhost:5173)$/);
  });

  it("follows an edit of an example", async () => {
    const file = join(folder, "openapi/examples/SmsTemplate.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace(/name: .*/, "name: Mudou de nome"));
    const [call] = calls.filter(({ operation }) => operation.operationId === "createTemplate");
    if (call === undefined) throw new Error("no createTemplate");
    // Prism does not listen while it loads the new document.
    await until("the mock returns the new example", 30, async () => {
      const { body } = await send(call).catch(() => ({ body: {} }));
      return (body as { name?: string }).name === "Mudou de nome";
    });
  });
});

describe("the document of the mock", () => {
  it("has the base path of the server in each path", () => {
    const document = { servers: [{ url: "/v3" }], paths: { "/notes": { get: {} }, "/notes/{id}": {} } };
    expect(mockDocument(document)).toEqual({
      servers: [{ url: "/" }],
      paths: { "/v3/notes": { get: {} }, "/v3/notes/{id}": {} },
    });
  });

  it.each([
    ["/v3", "/v3"],
    ["/", ""],
    ["https://messages.example.com/v3/", "/v3"],
  ])("reads %s as the base path %j", (url, path) => {
    expect(basePath(url)).toBe(path);
  });
});
