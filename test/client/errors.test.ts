import { inspect } from "node:util";
import contract from "../../generated/openapi.json";
import type * as client from "../../src/client";
import { isRecadoError, RecadoConnectionError, RecadoError } from "../../src/client";
import { clientThatGets, json, networkFailure, refusal } from "./fake";
import { noon } from "../support/clock";

type Client = typeof client;

interface Example {
  value: { error: { code: string; request_id: string; fields?: unknown[] } };
}

const examples = Object.entries(contract.components.responses).flatMap(([response, { content }]) =>
  Object.entries(content["application/json"].examples as Record<string, Example>).map(
    ([name, { value }]) => ({
      name: `${response} (${name})`,
      value,
    }),
  ),
);

const once = { maxRetries: 0 };

async function caught(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => error,
  );
}

describe("an error", () => {
  it.each(examples)("has the fields of the service's response: $name", async ({ value }) => {
    const { recado } = clientThatGets([json(418, value)]);
    const error = await caught(recado.usage.get({ group_by: "day" }));
    expect(error).toBeInstanceOf(RecadoError);
    const { code, request_id, fields = [] } = value.error;
    expect(error).toMatchObject({ call: "getUsage", status: 418, code, requestId: request_id, fields });
  });

  it("has a message with the request id and the fields", async () => {
    const fields = [{ field: "recipients[0].to", message: "is no telephone number" }];
    const envelope = { error: { code: "unprocessable_entity", message: "No", request_id: "r-1", fields } };
    const { recado } = clientThatGets([json(422, envelope)]);
    await expect(recado.messages.send({ template_id: "t-1", recipients: [{ to: "190" }] })).rejects.toThrow(
      "sendMessages: 422 unprocessable_entity: No; recipients[0].to is no telephone number (request r-1)",
    );
  });

  it.each([
    ["a page of HTML", new Response("<html>", { status: 502 })],
    ["an empty body", new Response(null, { status: 502, headers: { "X-Request-Id": "r-2" } })],
    ["other JSON", json(502, { error: "bad gateway" })],
    ["JSON that is null", json(502, null)],
    ["a success that is not JSON", new Response("<html>", { status: 200 })],
    ["a success without a body", new Response("", { status: 200 })],
    ["a list", json(200, [])],
    ["a success without content", new Response(null, { status: 204 })],
  ])("is an unexpected response when a proxy returns %s", async (_, response) => {
    const { recado } = clientThatGets([response]);
    const error = await caught(recado.files.get({ file_id: "1" }, once));
    expect(error).toMatchObject({
      code: "unexpected_response",
      status: response.status,
      fields: [],
      requestId: response.headers.get("X-Request-Id"),
    });
  });

  it.each([
    ["another status", new Response("", { status: 200 })],
    ["a body", json(202, {})],
  ])("is an unexpected response when an operation without a body returns %s", async (_, response) => {
    const { recado } = clientThatGets([response]);
    await expect(recado.campaigns.launch({ campaign_id: "1" }, once)).rejects.toMatchObject({
      code: "unexpected_response",
    });
  });

  it.each([
    ["17", 17],
    ["1.5", 1.5],
    [new Date(noon + 90_000).toUTCString(), 90],
    [new Date(noon - 90_000).toUTCString(), 0],
    ["soon", null],
    [undefined, null],
  ])("converts Retry-After %p to %p s", async (value, seconds) => {
    const { recado } = clientThatGets([refusal(429, "rate_limited", value ? { "Retry-After": value } : {})]);
    const error = await caught(recado.senders.list({}, once).then());
    expect(error).toMatchObject({ retryAfterSeconds: seconds });
  });

  it("is distinguished by its code", async () => {
    const { recado } = clientThatGets([refusal(404, "not_found")]);
    const error = await caught(recado.files.get({ file_id: "1" }));
    expect([
      isRecadoError(error),
      isRecadoError(error, "conflict"),
      isRecadoError(error, "conflict", "not_found"),
    ]).toEqual([true, false, true]);
    expect(error instanceof RecadoError && error.is("not_found")).toBe(true);
    expect(
      [new Error("x"), null, undefined, "not_found", { code: "not_found" }].map((one) => isRecadoError(one)),
    ).toEqual(Array(5).fill(false));
  });

  it("is recognised by another copy of the package", async () => {
    let other: typeof isRecadoError | undefined;
    jest.isolateModules(() => {
      other = jest.requireActual<Client>("../../src/client").isRecadoError;
    });
    const { recado } = clientThatGets([refusal(404, "not_found")]);
    const error = await caught(recado.files.get({ file_id: "1" }));
    expect(other).not.toBe(isRecadoError);
    expect(other?.(error, "not_found")).toBe(true);
  });

  it("prints neither the key nor the response", async () => {
    const { recado } = clientThatGets([refusal(403, "forbidden", { "X-Secret": "of-the-response" })]);
    const error = (await caught(recado.senders.list().then())) as RecadoError;
    expect(inspect(error, { depth: 9 })).not.toMatch(/st_key|of-the-response/);
    expect(error.response.headers.get("X-Secret")).toBe("of-the-response");
  });

  it.each([
    ["ECONNREFUSED", false],
    ["ENOTFOUND", false],
    ["UND_ERR_CONNECT_TIMEOUT", false],
    ["ECONNRESET", true],
    ["UND_ERR_SOCKET", true],
  ])("says whether the request may have arrived: %s", async (code, mayHaveArrived) => {
    const { recado } = clientThatGets([networkFailure(code)]);
    const error = await caught(recado.webhooks.create({ url: "https://a.example" }, once));
    expect(error).toBeInstanceOf(RecadoConnectionError);
    expect(error).toMatchObject({
      reason: "network",
      mayHaveArrived,
      message: `createWebhook: no response: fetch failed (${code})`,
    });
    expect(isRecadoError(error)).toBe(false);
  });
});
