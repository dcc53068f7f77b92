import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { harmlessRequest } from "../../scripts/contract-check/bodies";
import { events, operationOfId, operations } from "../../scripts/contract-check/contract";
import { eventExchange } from "../../scripts/contract-check/event-check";
import { redacted } from "../../scripts/contract-check/exchange";
import { invalidRequests, wrongValues } from "../../scripts/contract-check/invalid";
import { fits, responseFaults } from "../../scripts/contract-check/response-check";
import { readViolations } from "../../scripts/contract-check/prism";
import { openRequester } from "../../scripts/contract-check/requester";
import { SIGNATURE_HEADER, signWebhook } from "../../src/client/webhook";

const withBody = operations.filter(({ body }) => body !== null);

describe("invalid requests of the contract check", () => {
  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    "breaks every field of a valid body of %s",
    (_, operation) => {
      const base = harmlessRequest(operation, "contract-check-0");
      const pointer = operation.body?.pointer ?? "";
      expect(fits(pointer, base.body)).toBe(true);
      const wrong = invalidRequests(operation, base).filter(({ request }) => request.body !== base.body);
      for (const { request } of wrong) expect(fits(pointer, request.body)).toBe(false);
      const properties = Object.keys(operation.body?.schema.properties ?? {});
      const untouched = properties.filter((name) => !wrong.some(({ why }) => why.startsWith(`${name}: `)));
      expect(untouched).toEqual([]);
    },
  );

  it("sends a body to operations that take none, unless their method is GET", () => {
    const getsBody = operations
      .filter(({ body }) => body === null)
      .filter((operation) =>
        invalidRequests(operation, {}).some(({ request }) => request.body !== undefined),
      );
    const writing = operations.filter(({ body, method }) => body === null && method !== "GET");
    expect(writing.length).toBeGreaterThan(0);
    expect(getsBody).toEqual(writing);
  });

  it("breaks every parameter of a path, a query and a header", () => {
    for (const operation of operations) {
      const reasons = invalidRequests(operation, harmlessRequest(operation, "contract-check-0")).map(
        ({ why }) => why,
      );
      const untouched = operation.parameters.filter(
        ({ name }) => !reasons.some((why) => why.startsWith(`${name}: `)),
      );
      expect(untouched).toEqual([]);
    }
  });

  it("breaks a schema by type, length, range, values, form, number of entries and unknown fields", () => {
    const schema = {
      type: "object",
      required: ["name"],
      additionalProperties: false,
      properties: {
        name: { type: "string", minLength: 1, maxLength: 3 },
        count: { type: "integer", minimum: 1, maximum: 9 },
        on: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["a"] } },
        at: { type: ["string", "null"], format: "date-time" },
      },
    };
    expect(wrongValues(schema, { name: "x", on: ["a"] }).map(({ why }) => why)).toEqual([
      "no object",
      "null",
      "an undeclared field",
      "without name",
      "name: no string",
      "name: null",
      "name: longer than 3",
      "name: shorter than 1",
      "count: no integer",
      "count: null",
      "count: less than 1",
      "count: more than 9",
      "count: no whole number",
      "on: no array",
      "on: null",
      "on: fewer than 1",
      "on: more than 2",
      "on: entry: no string",
      "on: entry: null",
      "on: entry: none of the values",
      "at: no string",
      "at: no date-time",
      "at: a day that does not exist",
    ]);
  });
});

describe("the contract check's validation of responses", () => {
  const operation = operations.find(({ id }) => id === "listSenders");
  if (!operation) throw new Error("the contract has no listSenders");
  const headers = {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-request-id": "1",
    "ratelimit-limit": "600",
    "ratelimit-remaining": "599",
    "ratelimit-reset": "60",
  };
  const page = { data: [], pagination: { total: 0, limit: 25, offset: 0, has_more: false } };
  const response = { status: 200, headers, body: JSON.stringify(page) };

  it("accepts a response that matches the contract", () => {
    expect(responseFaults(operation, response)).toEqual([]);
  });

  it.each([
    [{ body: "<html>" }, "the body is not JSON"],
    [{ body: "" }, "the body is not JSON"],
    [{ status: 418 }, /^the status 418 is not documented/],
    // A generated server without a handler returns 501. The check must report it in these words.
    [{ status: 501 }, "501: the operation is not implemented"],
    [
      { headers: { ...headers, "content-type": "" } },
      "the content type is absent, the contract says application/json",
    ],
    [
      { headers: { ...headers, "cache-control": "private, max-age=60" } },
      "the header Cache-Control is private, max-age=60, the contract says no-store",
    ],
    [{ headers: { ...headers, "ratelimit-reset": "-1" } }, "the header RateLimit-Reset must be >= 0: -1"],
    [{ body: JSON.stringify({ ...page, data: {} }) }, "data must be array"],
  ])("refuses %j", (change, text) => {
    const faults = responseFaults(operation, { ...response, ...change }).map(({ message }) => message);
    expect(faults).toContainEqual(typeof text === "string" ? text : expect.stringMatching(text));
  });
});

describe("a body that is not UTF-8", () => {
  it("is a fault in a response", async () => {
    const server = createServer((_, outgoing) => {
      outgoing.writeHead(200, { "content-type": "application/json" });
      outgoing.end(Buffer.from('{"name":"São João"}', "latin1"));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const requester = openRequester(5_000);
    const base = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const request = { method: "GET", path: "/", headers: {}, body: Buffer.alloc(0) };
    const { response } = await requester.send(base, request);
    await requester.close();
    server.close();
    const messages = response && responseFaults(operationOfId("listSenders"), response);
    expect(messages?.map(({ message }) => message)).toContain("the body is not UTF-8");
  });

  it("is a fault in a webhook request", async () => {
    const operation = events.find(({ eventType }) => eventType === "inbound_message");
    if (!operation) throw new Error("the contract has no inbound_message");
    const body = Buffer.from('[{"id":"São João"}]', "latin1");
    const secret = `whsec_${"A".repeat(44)}`;
    const headers = {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: await signWebhook(body, secret),
    };
    const received = { headers, body, status: 204, at: 0 };
    const { faults } = await eventExchange(operation, received, { purpose: "an event", secret, url: "/" });
    expect(faults.map(({ message }) => message)).toContain("the body is not UTF-8");
  });
});

describe("redaction in reports", () => {
  it("removes keys, secrets and the signatures of URLs", () => {
    const key = `st_${"a1".repeat(32)}`;
    const text = `{"key":"${key}","secret":"whsec_QUJDREVGR0g=","url":"http://x/f?size=1&signature=abc","media":"http://x/media/tok","sent":"Authorization: Bearer another-form-of-key"}`;
    expect(redacted(text)).toBe(
      '{"key":"st_…","secret":"whsec_…","url":"http://x/f?size=1&signature=…","media":"http://x/media/…","sent":"Authorization: Bearer …"}',
    );
  });
});

describe("violations that Prism reports", () => {
  it("parses the header, even if it is truncated", () => {
    const violation = {
      location: ["response", "body"],
      severity: "Error",
      code: "type",
      message: "must be string",
    };
    expect(readViolations(undefined)).toEqual([]);
    expect(readViolations(JSON.stringify([violation]))).toEqual([violation]);
    const cut = `Too many violations! [{"location":["request"]},${JSON.stringify(violation).slice(0, 60)}`;
    expect(readViolations(cut)).toMatchObject([{ location: ["response"], severity: "Error" }]);
    expect(readViolations('Too many violations! [{"location":["request"')).toMatchObject([
      { location: ["request"] },
    ]);
  });
});
