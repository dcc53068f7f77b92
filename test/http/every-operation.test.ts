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

/** Query parameters with enumerated values, by operation. */
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

/** The error that the clock throws during every request; null for none. */
let fault: Error | null = null;

const connectionRefused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

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

  /** Sends the request to every operation that declares the status; returns the error codes. */
  async function codesFor(status: number, prepare: (request: request.Test) => Promise<request.Response>) {
    const declaring = operations.filter(({ operationId }) => declared.get(operationId)?.includes(status));
    expect(declaring).not.toHaveLength(0);
    const codes = new Set<string>();
    for (const { operationId, method, url } of declaring) {
      const response = await prepare(request(service.express)[method](url));
      expect([operationId, response.status]).toEqual([operationId, status]);
      codes.add((response.body as { error: { code: string } }).error.code);
    }
    return [...codes];
  }

  const keyed = (key: string) => (req: request.Test) => req.set("X-API-Key", key);

  it("rejects a request without a key", async () => {
    expect(await codesFor(401, async (req) => req)).toEqual(["unauthorized"]);
  });

  it("rejects a key without its scope", async () => {
    const key = await service.keyWith(service.accountId, []);
    expect(await codesFor(403, keyed(key))).toEqual(["forbidden"]);
  });

  it("rejects requests above the account's rate limit", async () => {
    const { key, request } = await service.account("limited", { rateLimit: 1 });
    await request.get("/v3/senders").expect(200);
    expect(await codesFor(429, keyed(key))).toEqual(["rate_limited"]);
  });

  it("rejects an unknown parameter", async () => {
    const withKey = keyed(service.key);
    expect(await codesFor(400, (req) => withKey(req).query({ unknown: "1" }))).toEqual(["validation_failed"]);
  });

  it("rejects a body that is not JSON", async () => {
    const withKey = keyed(service.key);
    const sent = await codesFor(415, (req) => withKey(req).set("Content-Type", "text/plain").send("Oi"));
    expect(sent).toEqual(["unsupported_media_type"]);
  });

  it("rejects a body that is too large", async () => {
    const withKey = keyed(service.key);
    const body = JSON.stringify({ name: "a".repeat(2 * 1024 * 1024) });
    const sent = await codesFor(413, (req) =>
      withKey(req).set("Content-Type", "application/json").send(body),
    );
    expect(sent).toEqual(["payload_too_large"]);
  });

  it("accepts every value of its filters", async () => {
    const withKey = keyed(service.key);
    const filters = operations.flatMap(({ operationId, method, url }) =>
      (parametersOf.get(operationId) ?? []).flatMap(({ name, values, isList }) =>
        values.map((value) => ({ operationId, method, url, query: { [name]: isList ? [value] : value } })),
      ),
    );
    expect(filters).not.toHaveLength(0);
    for (const { operationId, method, url, query } of filters) {
      const response = await withKey(request(service.express)[method](url)).query(query);
      // The parent resource of a nested list does not exist here.
      const expected = declared.get(operationId)?.includes(404) ? 404 : 200;
      expect([operationId, query, response.status]).toEqual([operationId, query, expected]);
    }
  });

  it("returns 500 for an internal error and hides the cause", async () => {
    fault = new Error("broken");
    expect(await codesFor(500, keyed(service.key))).toEqual(["internal_error"]);
  });

  it("returns 503 while the database is unreachable", async () => {
    fault = connectionRefused;
    expect(await codesFor(503, keyed(service.key))).toEqual(["service_unavailable"]);
  });
});
