import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import contract from "../../generated/openapi.json";
import { type ContractDocument, type Operation, operationsOf } from "../../src/docs/contract";
import { clientSample, curlSample, literal, quoted } from "../../src/docs/samples";
import { testService } from "../support/service";
import { problemsOf } from "../support/typescript";

const operations = operationsOf(contract as unknown as ContractDocument).filter(({ isEvent }) => !isEvent);

/** Statuses by which a service says that a request is none that it takes, or that it is to blame itself. */
const UNACCEPTABLE = ["400", "401", "403", "405", "413", "415", "429", "500", "503"];

const run = promisify(execFile);

describe("the samples of the reference", () => {
  const service = testService("sqlite");
  let server: Server;

  beforeAll(async () => {
    server = createServer(service.express);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
  });

  /** What each sample is answered with, by its operation: run in a shell, one after the other, as they stand there. */
  async function answers(samples: readonly Operation[]): Promise<Map<string, string>> {
    const { port } = server.address() as AddressInfo;
    const script = [
      "set -eu",
      `export API=http://127.0.0.1:${port}/v3 KEY=${service.key}`,
      `curl() { command curl -sS -o /dev/null -w '%{http_code}\\n' "$@"; }`,
      ...samples.map((one) => `printf '${one.id} '\n${curlSample(one)}`),
    ].join("\n");
    const file = join(service.app.config.dataDir, "samples.sh");
    writeFileSync(file, script);
    const { stdout, stderr } = await run("bash", [file]);
    expect(stderr).toBe("");
    return new Map(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ") as [string, string]),
    );
  }

  it("has a command for every operation that a shell runs and the service takes", async () => {
    const statuses = await answers(operations);
    expect([...statuses.keys()]).toEqual(operations.map(({ id }) => id));
    for (const { id, responses } of operations) {
      const documented = responses.map(({ status }) => status).filter((one) => !UNACCEPTABLE.includes(one));
      expect([id, documented]).toEqual([id, expect.arrayContaining([statuses.get(id)])]);
    }
  });

  it("has a call of the client for every operation that compiles", () => {
    const program = [
      `import { createRecado } from "recado/client";`,
      `declare const apiKey: string;`,
      `export const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey });`,
      ...operations.map((one) => `export async function ${one.id}() {\n${clientSample(one)}\n}`),
    ].join("\n");
    const unused = /: '(answer|entry)' is declared but its value is never read/;
    expect(problemsOf({ "samples.ts": program }).filter((one) => !unused.test(one))).toEqual([]);
    expect(problemsOf({ "samples.ts": `${program}\nvoid recado.getMessage({ message: "" });` })).toHaveLength(
      1,
    );
  });
});
