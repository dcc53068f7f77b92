import request from "supertest";
import contract from "../../generated/openapi.json";
import { routes } from "../../generated/server/routes";
import { checksFor, type ContractDocument } from "../../src/http/contract";
import { apiApp } from "../support/api-app";
import { testService } from "../support/service";

interface Operation {
  operationId: string;
  parameters?: ({ $ref: string } | { in: string; name: string; schema?: object })[];
}

const operations = Object.values(contract.paths).flatMap(
  (item) => Object.values(item) as unknown as Operation[],
);

describe("header parameters", () => {
  const service = testService("SQLite");

  it("matches the contract in the route table", () => {
    const declared = operations.flatMap(({ operationId, parameters = [] }) => {
      const names = parameters.flatMap((one) => {
        const name = "$ref" in one ? one.$ref.replace("#/components/parameters/", "") : "";
        const parameter = "$ref" in one ? Reflect.get(contract.components.parameters, name) : one;
        const { in: place, name: header } = parameter as { in: string; name: string };
        return place === "header" ? [header] : [];
      });
      return names.length === 0 ? [] : [[operationId, names]];
    });
    expect(declared).toContainEqual(["sendMessages", ["Idempotency-Key"]]);
    const bound = routes.flatMap(({ operationId, headers }) =>
      headers.length === 0 ? [] : [[operationId, headers]],
    );
    expect(bound).toEqual(expect.arrayContaining(declared));
    expect(bound).toHaveLength(declared.length);
  });

  /** Serves `listSenders` with two more parameters; `given` collects the headers that reach its handler. */
  async function app() {
    const document = structuredClone(contract);
    const operation: Operation = document.paths["/senders"].get;
    operation.parameters = [
      ...(operation.parameters ?? []),
      { in: "header", name: "X-Label", schema: { type: "string", minLength: 1, maxLength: 10 } },
      { in: "header", name: "X-Depth", schema: { type: "integer", minimum: 0, maximum: 9 } },
    ];
    const found = routes.find(({ operationId }) => operationId === "listSenders");
    if (!found) throw new Error("no such route");
    const route = { ...found, headers: ["X-Label", "X-Depth"] };
    const checks = await checksFor(document as unknown as ContractDocument, [route], {
      prefix: "/v3",
      validateResponses: false,
    });
    const given: unknown[] = [];
    const app = apiApp(service, {
      checks,
      routes: [route],
      defaultRateLimit: 100,
      handlers: {
        listSenders: async ({ headers }: { headers: unknown }) => {
          given.push(headers);
          return { status: 200, body: {}, headers: { "X-Depth": 3, "X-Absent": undefined } };
        },
      } as never,
      counter: { count: async (_account, windowStart) => ({ used: 1, windowStart }) },
    });
    const get = (headers: Record<string, string>) =>
      request(app)
        .get("/v3/senders")
        .set({ "X-API-Key": service.key, ...headers });
    return { get, given };
  }

  it("passes parameters to the handler under the contract's names and with its types", async () => {
    const { get, given } = await app();
    await get({ "x-label": "one", "X-DEPTH": "7", "X-Other": "unknown" }).expect(200);
    await get({}).expect(200);
    expect(given).toEqual([{ "X-Label": "one", "X-Depth": 7 }, {}]);
  });

  it.each([
    ["10", "X-Depth"],
    ["1e0", "X-Depth"],
  ])("rejects an invalid value: %s", async (depth) => {
    const { get, given } = await app();
    const { status, body } = await get({ "X-Depth": depth });
    expect([status, body.error.code]).toEqual([400, "validation_failed"]);
    expect(body.error.fields[0].field.toLowerCase()).toBe("x-depth");
    expect(given).toEqual([]);
  });

  it("sends response headers as text and omits undefined ones", async () => {
    const { get } = await app();
    const { headers } = await get({}).expect(200);
    expect(headers["x-depth"]).toBe("3");
    expect(headers).not.toHaveProperty("x-absent");
  });
});
