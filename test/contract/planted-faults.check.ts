import { at, inResponse, planted, withStatus } from "./corruptions/make";
import type { Corruption } from "./corruptions/proxy";
import { cellsIn, checkedService, messagesOf } from "./service";

interface Fault {
  plant: (key: string) => Corruption;
  operation: string;
  cell: number;
  says: readonly (string | RegExp)[];
}

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

/** Repeats each request that gets the status `refusal`, with a key of all scopes. */
const acceptingAfter =
  (refusal: number, key: string): Corruption =>
  async ({ headers }, forward) => {
    const response = await forward();
    return response.status === refusal ? forward({ headers: { ...headers, "x-api-key": key } }) : response;
  };

const FAULTS: Readonly<Record<string, Fault>> = {
  "an id in upper case": {
    plant: () => inResponse("GET /templates/*", (body) => void (body.id = body.id.toUpperCase())),
    operation: "getTemplate",
    cell: 200,
    says: ['contract: id must match format "uuid"'],
  },
  "an operation without a handler": {
    plant: () => planted("DELETE /templates/*", 204, withStatus(501)),
    operation: "deleteTemplate",
    cell: 204,
    // The real service has this operation. The proxy plants the 501 that a generated server without a handler
    // returns, and the check must report it in these words.
    says: ["contract: 501: the operation is not implemented", "expectation: expected 204, got 501"],
  },
  "an undocumented body": {
    plant: () =>
      planted("DELETE /templates/*", 204, (response) => ({ ...response, status: 200, body: "{}" })),
    operation: "deleteTemplate",
    cell: 204,
    says: [/^contract: the status 200 is not documented/, "expectation: expected 204, got 200"],
  },
  "a wrong error code": {
    plant: () =>
      inResponse(
        "POST /templates",
        ({ error }) => void (error.code = "oops"),
        ({ status }) => status === 409,
      ),
    operation: "createTemplate",
    cell: 409,
    says: [/^contract: error\.code must be equal to one of the allowed values/],
  },
  "a lax validator": {
    // Every invalid body is accepted, with the response of a valid one.
    plant: () =>
      planted("POST /templates", 400, (response) => ({
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
  "an error that names another field": {
    plant: () =>
      inResponse(
        "POST /templates",
        ({ error }) => void (error.fields = [{ field: "other", message: "is wrong" }]),
        ({ status }) => status === 400,
      ),
    operation: "createTemplate",
    cell: 400,
    says: [
      "expectation: error.fields names other, not name",
      "expectation: error.fields names other, not parametro_desconhecido",
    ],
  },
  "a scope that is not required": {
    plant: (key) => acceptingAfter(403, key),
    operation: "deleteTemplate",
    cell: 403,
    says: ["expectation: a key without the scope is accepted: expected 403, got 404"],
  },
  "a scope that does not suffice": {
    plant: (key) =>
      at("DELETE /templates/*", async (request, forward) => {
        const response = await forward();
        return response.status === 404 && request.headers["x-api-key"] !== key
          ? { ...response, status: 403, body: response.body.replace("not_found", "forbidden") }
          : response;
      }),
    operation: "deleteTemplate",
    cell: 404,
    says: ["expectation: a key with the scope is refused: expected 404, got 403"],
  },
  "keys that are not verified": {
    plant: (key) => acceptingAfter(401, key),
    operation: "getTemplate",
    cell: 401,
    says: ["expectation: expected 401, got 404"],
  },
};

describe("the contract check of a server with a planted fault", () => {
  const service = checkedService();

  it.each(Object.entries(FAULTS))("finds %s", async (_, { plant, operation, cell, says }) => {
    const result = await service.checkCorrupted(plant(service.real.key), { only: [operation] });
    const messages = messagesOf(result, operation);
    for (const text of says) {
      expect(messages).toContainEqual(typeof text === "string" ? text : expect.stringMatching(text));
    }
    expect(cellsIn(result, "violated")).toContain(`${operation} ${cell}`);
  });
});
