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
const IN_BODY = new RegExp(`"(\\w+_id)": "${ID}"`, "g");

/** Whether a parameter names something that must exist: in the path, or the list whose contacts are counted. */
const namesOne = ({ in: place, name }: { in: string; name: string }) =>
  place === "path" || (place === "query" && name === "list_id");

/** The names of the ids that a sample has in its path, in their order, and in its body. */
function namesOfIds({ parameters }: Operation, sample: string): string[] {
  const inPath = parameters.filter(namesOne).map(({ name }) => name);
  const inBody = [...sample.matchAll(IN_BODY)].map(([, name = ""]) => name);
  return [...new Set([...inPath, ...inBody])];
}

/** The sample with the ids of things that are there. */
function withIds({ parameters }: Operation, sample: string, ids: Readonly<Record<string, string>>): string {
  return parameters
    .filter(namesOne)
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
   * The status that a command is answered with. Bash reads a person's settings, and complains of them, where its input is a
   * socket and no shell is around it.
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
    "$id: the command does what it is for",
    async ({ id, operation }) => {
      const sample = curlSample(operation);
      const ids = await fixtures.idsFor(id, namesOfIds(operation, sample));
      const good = operation.responses.map(({ status }) => status).filter((one) => one.startsWith("2"));
      expect(good).toContain(await statusOf(withIds(operation, sample, ids)));
    },
  );

  it("has a call of the client for every operation that compiles", () => {
    const program = [
      `import { createRecado } from "recado/client";`,
      `declare const apiKey: string;`,
      `export const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey });`,
      ...operations.map((one) => `export async function ${one.id}() {\n${clientSample(one)}\n}`),
    ].join("\n");
    expect(problemsOf({ "samples.ts": program })).toEqual([]);
    const wrong = `${program}\nvoid recado.messages.get({ message: "" });`;
    expect(problemsOf({ "samples.ts": wrong })).toHaveLength(1);
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

  it.each(["it's", "a\nb", '$HOME `id` \\ "', "''", ""])("hands %j to a program as it is", async (text) => {
    const { stdout } = await run("bash", ["--norc", "-c", `printf %s ${quoted(text)}`]);
    expect(stdout).toBe(text);
  });

  it("encodes what a URL would take for its own", () => {
    const parameters = [
      { name: "note_id", in: "path", example: "a/b" },
      { name: "search", in: "query", example: "açaí & pão" },
      { name: "limit", in: "query", example: 25 },
    ] as const;
    expect(curlSample({ ...base, method: "GET", parameters })).toContain(
      '"$API/notes/a%2Fb?search=a%C3%A7a%C3%AD%20%26%20p%C3%A3o&limit=25"',
    );
  });

  it("names the method where curl would not choose it", () => {
    expect(curlSample({ ...base, method: "POST", body: body({ text: "Oi" }) })).not.toContain("-X");
    expect(curlSample(base)).toContain("curl -X POST ");
    expect(curlSample({ ...base, method: "GET" })).not.toContain("-X");
  });

  it("gives the client one object of parameters and fields, and the key beside it", () => {
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
  ])("writes %j as people do", (value, text) => {
    expect(literal(value)).toBe(text);
  });
});
