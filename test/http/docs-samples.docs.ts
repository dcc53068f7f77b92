import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import contract from "../../generated/openapi.json";
import { type ContractDocument, type Operation, operationsOf } from "../../src/web/docs/contract";
import { clientSample, curlSample, literal, quoted } from "../../src/web/docs/samples";
import { SampleFixtures } from "../support/sample-fixtures";
import { testService } from "../support/service";
import { problemsOf } from "../support/typescript";

const operations = operationsOf(contract as unknown as ContractDocument).filter(({ isEvent }) => !isEvent);
const run = promisify(execFile);

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const IN_BODY = new RegExp(`"(\\w+_id|read_up_to)": "${ID}"`, "g");

/** Whether a parameter is the id of a resource that must exist: in the path, or `list_id` in the query. */
const isResourceId = ({ in: place, name }: { in: string; name: string }) =>
  place === "path" || (place === "query" && name === "list_id");

/** Returns the names of the ids in a sample: those in its path, in order, then those in its body. */
function namesOfIds({ parameters }: Operation, sample: string): string[] {
  const inPath = parameters.filter(isResourceId).map(({ name }) => name);
  const inBody = [...sample.matchAll(IN_BODY)].map(([, name = ""]) => name);
  return [...new Set([...inPath, ...inBody])];
}

/** Replaces the example ids of a sample with ids of existing resources. */
function withIds({ parameters }: Operation, sample: string, ids: Readonly<Record<string, string>>): string {
  return parameters
    .filter(isResourceId)
    .reduce((text, { name, example }) => text.replace(String(example), ids[name] ?? ""), sample)
    .replace(IN_BODY, (_, name: string) => `"${name}": "${ids[name]}"`);
}

describe("the samples of the reference", () => {
  const service = testService("SQLite");
  let server: Server;
  let fixtures: SampleFixtures;

  beforeAll(async () => {
    fixtures = new SampleFixtures(service);
    server = createServer(service.express);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  /**
   * Runs a command and returns the response status. Without `--norc`, Bash would read `.bashrc` and print
   * its warnings to stderr, because its input is a socket and no shell surrounds it.
   */
  async function statusOf(command: string): Promise<string> {
    const { port } = server.address() as AddressInfo;
    const onlyStatus = `curl() { command curl -sS -o /dev/null -w '%{http_code}' "$@"; }`;
    const { stdout, stderr } = await run("bash", ["--norc", "-euc", `${onlyStatus}\n${command}`], {
      env: { ...process.env, API: `http://127.0.0.1:${port}/v3`, KEY: service.key },
    });
    expect(stderr).toBe("");
    return stdout;
  }

  it.each(operations.map((operation) => ({ id: operation.id, operation })))(
    "returns a success status that $id declares",
    async ({ id, operation }) => {
      const sample = curlSample(operation);
      const ids = await fixtures.idsFor(id, namesOfIds(operation, sample));
      const successes = operation.responses.map(({ status }) => status).filter((one) => one.startsWith("2"));
      expect(successes).toContain(await statusOf(withIds(operation, sample, ids)));
    },
  );

  it("compiles the client call of every operation", () => {
    const program = [
      `import { createRecado } from "recado/client";`,
      `declare const apiKey: string;`,
      `export const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey });`,
      ...operations.map((one) => `export async function ${one.id}() {\n${clientSample(one)}\n}`),
    ].join("\n");
    const wrong = `import { recado } from "./samples";\nvoid recado.messages.get({ message: "" });`;
    expect(problemsOf({ "samples.ts": program, "wrong.ts": wrong })).toEqual([
      expect.stringContaining("wrong.ts:2: "),
    ]);
  });
});

describe("a sample", () => {
  const base: Operation = {
    id: "sendNote",
    method: "POST",
    path: "/notes/{note_id}",
    tag: "Notes",
    summary: "Send a note",
    description: "",
    deprecated: false,
    scope: null,
    parameters: [],
    body: null,
    responses: [],
    isEvent: false,
    invariants: {},
  };
  const body = (value: unknown) => ({
    description: "",
    required: true,
    schema: {},
    examples: [{ name: "one", summary: null, value }],
  });

  it.each(["it's", "a\nb", '$HOME `id` \\ "', "''", ""])("passes %j to a program unchanged", async (text) => {
    const { stdout } = await run("bash", ["--norc", "-c", `printf %s ${quoted(text)}`]);
    expect(stdout).toBe(text);
  });

  it("encodes characters that are special in a URL", () => {
    const parameters = [
      { name: "note_id", in: "path", example: "a/b" },
      { name: "search", in: "query", example: "açaí & pão" },
      { name: "limit", in: "query", example: 25 },
    ] as const;
    expect(curlSample({ ...base, method: "GET", parameters })).toContain(
      '"$API/notes/a%2Fb?search=a%C3%A7a%C3%AD%20%26%20p%C3%A3o&limit=25"',
    );
  });

  it("names the method when it is not curl's default", () => {
    expect(curlSample({ ...base, method: "POST", body: body({ text: "Oi" }) })).not.toContain("-X");
    expect(curlSample(base)).toContain("curl -X POST ");
    expect(curlSample({ ...base, method: "GET" })).not.toContain("-X");
  });

  it("passes the client one object of parameters and fields, and the idempotency key separately", () => {
    const parameters = [
      { name: "note_id", in: "path", example: "n-1" },
      { name: "Idempotency-Key", in: "header", example: "k-1" },
    ] as const;
    expect(clientSample({ ...base, parameters, body: body({ text: "Oi" }) })).toBe(
      'await recado.notes.send({ note_id: "n-1", text: "Oi" }, { idempotencyKey: "k-1" });',
    );
  });

  it.each([
    [{}, "{}"],
    [[], "[]"],
    [{ a: null, "b-c": ["x", 1, true] }, '{ a: null, "b-c": ["x", 1, true] }'],
    [{ text: "x".repeat(60) }, `{\n  text: "${"x".repeat(60)}",\n}`],
  ])("formats %j as a programmer does", (value, text) => {
    expect(literal(value)).toBe(text);
  });
});
