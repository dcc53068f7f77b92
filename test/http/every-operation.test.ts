import request from "supertest";
import contract from "../../generated/openapi.json";
import { routes } from "../../generated/server/routes";
import { itemsOf, modelOf } from "../../scripts/contract-coverage/model";
import { testService } from "../support/service";

interface Declared {
  operationId: string;
  responses: Readonly<Record<string, unknown>>;
}

const declared = new Map(
  Object.values(contract.paths)
    .flatMap((item) => Object.values(item) as unknown as Declared[])
    .map(({ operationId, responses }) => [operationId, Object.keys(responses).map(Number)] as const),
);

/** The parameters of queries that take certain values only. */
const parametersOf = new Map(
  modelOf(contract).operations.map(({ id, parameters }) => [
    id,
    parameters.flatMap(({ place, name, node }) => {
      if (place !== "query") return [];
      const values = [...(itemsOf(node) ?? node).values.keys()].map(String);
      return values.length === 0 ? [] : [{ name, values, isList: itemsOf(node) !== null }];
    }),
  ]),
);

const operations = routes.map(({ operationId, method, path }) => ({
  operationId,
  method: method.toLowerCase() as "get",
  url: `/v3${path.replace(/\{[^}]+\}/g, "00000000-0000-7000-8000-000000000000")}`,
}));

/** What goes wrong behind every request, while there is something. */
let fault: Error | null = null;

const away = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("every operation", () => {
  const service = testService("SQLite", {
    override: ({ clock }) => ({
      clock: {
        now() {
          if (fault !== null) throw fault;
          return clock.now();
        },
      },
    }),
  });

  afterEach(() => {
    fault = null;
  });

  /** What the operations that declare the status answer to a request of this form. */
  async function answers(status: number, ask: (request: request.Test) => Promise<request.Response>) {
    const concerned = operations.filter(({ operationId }) => declared.get(operationId)?.includes(status));
    expect(concerned).not.toHaveLength(0);
    const codes = new Set<string>();
    for (const { operationId, method, url } of concerned) {
      const answer = await ask(request(service.express)[method](url));
      expect([operationId, answer.status]).toEqual([operationId, status]);
      codes.add((answer.body as { error: { code: string } }).error.code);
    }
    return [...codes];
  }

  const keyed = (key: string) => (test: request.Test) => test.set("X-API-Key", key);

  it("refuses a request without a key", async () => {
    expect(await answers(401, async (test) => test)).toEqual(["unauthorized"]);
  });

  it("refuses a key without its scope", async () => {
    const key = await service.keyWith(service.accountId, []);
    expect(await answers(403, keyed(key))).toEqual(["forbidden"]);
  });

  it("refuses what exceeds the account's limit of requests", async () => {
    const { key, request } = await service.account("limited", { rateLimit: 1 });
    await request.get("/v3/senders").expect(200);
    expect(await answers(429, keyed(key))).toEqual(["rate_limited"]);
  });

  it("refuses a parameter that it does not know", async () => {
    const ask = keyed(service.key);
    expect(await answers(400, (test) => ask(test).query({ unknown: "1" }))).toEqual(["validation_failed"]);
  });

  it("refuses a body that is not JSON", async () => {
    const ask = keyed(service.key);
    const sent = await answers(415, (test) => ask(test).set("Content-Type", "text/plain").send("Oi"));
    expect(sent).toEqual(["unsupported_media_type"]);
  });

  it("refuses a body that is too large", async () => {
    const ask = keyed(service.key);
    const body = JSON.stringify({ name: "a".repeat(2 * 1024 * 1024) });
    const sent = await answers(413, (test) => ask(test).set("Content-Type", "application/json").send(body));
    expect(sent).toEqual(["payload_too_large"]);
  });

  it("takes every value of its filters, one and several", async () => {
    const ask = keyed(service.key);
    const filters = operations.flatMap(({ operationId, method, url }) =>
      (parametersOf.get(operationId) ?? []).flatMap(({ name, values, isList }) =>
        values.map((value) => ({ operationId, method, url, query: { [name]: isList ? [value] : value } })),
      ),
    );
    expect(filters).not.toHaveLength(0);
    for (const { operationId, method, url, query } of filters) {
      const answer = await ask(request(service.express)[method](url)).query(query);
      // The thing that a list belongs to is none of the account's here.
      const expected = declared.get(operationId)?.includes(404) ? 404 : 200;
      expect([operationId, query, answer.status]).toEqual([operationId, query, expected]);
    }
  });

  it("tells a fault of the service without its cause", async () => {
    fault = new Error("broken");
    expect(await answers(500, keyed(service.key))).toEqual(["internal_error"]);
  });

  it("says that it does not answer at the moment while the database is away", async () => {
    fault = away;
    expect(await answers(503, keyed(service.key))).toEqual(["service_unavailable"]);
  });
});
