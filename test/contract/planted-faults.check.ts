import { type ProxyChain, openProxyChain } from "../../scripts/contract-check/proxy-chain";
import { cellsIn, check, type RealService, messagesOf, startService, UNPROVOKED } from "./service";
import { doubleOf, type Given, inBody, type Plant, planted } from "./doubled-server";

interface Fault {
  plant: (key: string) => Plant;
  operation: string;
  cell: number;
  says: readonly (string | RegExp)[];
}

const without = (header: string) => (response: Given) => {
  const { [header.toLowerCase()]: _, ...headers } = response.headers;
  return { ...response, headers };
};

const withHeader = (name: string, value: string) => (response: Given) => ({
  ...response,
  headers: { ...response.headers, [name]: value },
});

const FAULTS: Readonly<Record<string, Fault>> = {
  "a wrong type": {
    plant: () =>
      planted(
        "GET",
        "/templates/*",
        200,
        inBody((body) => ({ ...body, created_at: 20261121 })),
      ),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: created_at must be string", /^Prism: .*created_at.*must be string/i],
  },
  "a missing field": {
    plant: () =>
      planted(
        "GET",
        "/templates/*",
        200,
        inBody(({ variables: _, ...body }) => body),
      ),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: the body must have required property 'variables'", /^Prism: .*variables/],
  },
  "an unknown field": {
    plant: () =>
      planted(
        "GET",
        "/templates/*",
        200,
        inBody((body) => ({ ...body, secret_plan: 1 })),
      ),
    operation: "getTemplate",
    cell: 200,
    says: [/^contract: the body has the field secret_plan, which the contract does not declare/],
  },
  "a value outside the enumeration": {
    plant: () =>
      planted(
        "GET",
        "/templates/*",
        200,
        inBody((body) => ({ ...body, channel: "fax" })),
      ),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: channel must be equal to one of the allowed values: sms, rcs, voice"],
  },
  "an id in upper case": {
    plant: () =>
      planted(
        "GET",
        "/templates/*",
        200,
        inBody((body) => ({ ...body, id: String(body.id).toUpperCase() })),
      ),
    operation: "getTemplate",
    cell: 200,
    says: ['contract: id must match format "uuid"'],
  },
  "an undeclared status": {
    plant: () => planted("GET", "/templates", 200, (response) => ({ ...response, status: 206 })),
    operation: "listTemplates",
    cell: 200,
    says: [/^contract: the status 206 is not documented for this operation, only 200, 400/, /^Prism: /],
  },
  "an operation without a handler": {
    plant: () => planted("DELETE", "/templates/*", 204, (response) => ({ ...response, status: 501 })),
    operation: "deleteTemplate",
    cell: 204,
    // The real service has this operation. The proxy plants the 501 that a generated server without a handler
    // returns, and the check must report it in these words.
    says: ["contract: 501: the operation is not implemented", "expectation: expected 204, got 501"],
  },
  "a missing header": {
    plant: () => planted("GET", "/templates/*", 200, without("X-Request-Id")),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: the header X-Request-Id is missing"],
  },
  "a header of the wrong type": {
    plant: () => planted("GET", "/templates/*", 200, withHeader("ratelimit-limit", "plenty")),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: the header RateLimit-Limit must be integer: plenty"],
  },
  "a wrong content type": {
    plant: () => planted("GET", "/templates/*", 200, withHeader("content-type", "text/html")),
    operation: "getTemplate",
    cell: 200,
    says: ["contract: the content type is text/html, the contract says application/json"],
  },
  "an undocumented body": {
    plant: () =>
      planted("DELETE", "/templates/*", 204, (response) => ({ ...response, status: 200, body: "{}" })),
    operation: "deleteTemplate",
    cell: 204,
    says: [/^contract: the status 200 is not documented/, "expectation: expected 204, got 200"],
  },
  "a wrong error code": {
    plant: () =>
      planted(
        "POST",
        "/templates",
        409,
        inBody((body) => ({ error: { ...(body.error as object), code: "oops" } })),
      ),
    operation: "createTemplate",
    cell: 409,
    says: [/^contract: error\.code must be equal to one of the allowed values/],
  },
  "a lax validator": {
    // Every invalid body is accepted, with the response of a valid one.
    plant: () =>
      planted("POST", "/templates", 400, (response) => ({
        ...response,
        status: 201,
        body: JSON.stringify(A_TEMPLATE),
      })),
    operation: "createTemplate",
    cell: 400,
    says: [
      "expectation: an invalid request is accepted (without name): expected 400, got 201",
      "expectation: an invalid request is accepted (an undeclared field): expected 400, got 201",
      "expectation: an invalid request is accepted (name: longer than 1000): expected 400, got 201",
      "expectation: an invalid request is accepted (channel: none of the values): expected 400, got 201",
    ],
  },
  "a scope that is not required": {
    plant: (key) => (response, _seen, again) =>
      response.status === 403 ? again({ "x-api-key": key }) : response,
    operation: "deleteTemplate",
    cell: 403,
    says: ["expectation: a key without the scope is accepted: expected 403, got 404"],
  },
  "a scope that does not suffice": {
    plant: (key) => (response, seen) =>
      seen.method === "DELETE" && response.status === 404 && seen.headers["x-api-key"] !== key
        ? { ...response, status: 403, body: response.body.replace("not_found", "forbidden") }
        : response,
    operation: "deleteTemplate",
    cell: 404,
    says: ["expectation: a key with the scope is refused: expected 404, got 403"],
  },
  "keys that are not verified": {
    plant: (key) => (response, _seen, again) =>
      response.status === 401 ? again({ "x-api-key": key }) : response,
    operation: "getTemplate",
    cell: 401,
    says: ["expectation: expected 401, got 404"],
  },
};

const A_TEMPLATE = {
  id: "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48",
  name: "Aviso",
  channel: "sms",
  content: { type: "text", text: "Oi" },
  variables: [],
  follow_ups: [],
  created_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
};

describe("the contract check of a server with a planted fault", () => {
  let real: RealService;
  let proxyChain: ProxyChain;

  beforeAll(async () => {
    [real, proxyChain] = await Promise.all([startService(), openProxyChain(30_000)]);
  });
  afterAll(() => Promise.all([proxyChain.close(), real.stop()]));

  async function checkDouble(plant: Plant | undefined, only: readonly string[]) {
    const double = await doubleOf(real.origin, plant);
    try {
      return await check({ url: double.url, key: real.key, only, proxyChain });
    } finally {
      await double.close();
    }
  }

  it("finds nothing in a correct service", async () => {
    const result = await checkDouble(undefined, ["Templates"]);
    expect(result.coverage.violations).toEqual([]);
    expect(cellsIn(result, "missed").filter((cell) => !UNPROVOKED.test(cell))).toEqual([]);
  });

  it.each(Object.entries(FAULTS))("finds %s", async (_, { plant, operation, cell, says }) => {
    const result = await checkDouble(plant(real.key), [operation]);
    const messages = messagesOf(result, operation);
    for (const text of says) {
      expect(messages).toContainEqual(typeof text === "string" ? text : expect.stringMatching(text));
    }
    expect(cellsIn(result, "violated")).toContain(`${operation} ${cell}`);
  });
});
