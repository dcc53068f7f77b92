import { createServer } from "node:http";
import fc from "fast-check";
import { createRecado, type Recado } from "../../src/client";
import { systemEnvironment } from "../../src/client/environment";
import type { Retry } from "../../src/client/retry";
import { noon } from "../support/clock";
import { listening } from "../support/listening";
import { freePort } from "../support/process";
import { type FakeResponse, clientThatGets, json, networkFailure, pageOf, refusal, success } from "./fake";

const send = { template_id: "t-1", recipients: [{ to: "11 98765-4321" }] };

const calls = {
  GET: (recado: Recado) => recado.senders.list().then(),
  PUT: (recado: Recado) => recado.contactLists.addMember({ list_id: "1", contact_id: "2" }),
  DELETE: (recado: Recado) => recado.contacts.delete({ contact_id: "1" }),
  send: (recado: Recado) => recado.messages.send(send),
  PATCH: (recado: Recado) => recado.contacts.update({ contact_id: "1", name: "Ana" }),
  POST: (recado: Recado) => recado.webhooks.create({ url: "https://a.example" }),
  "repeatable POST": (recado: Recado) =>
    recado.contacts.upsert({ phone: "11 98765-4321" }, { repeatable: true }),
};

const operations = {
  GET: "listSenders",
  PUT: "addMember",
  DELETE: "deleteContact",
  send: "sendMessages",
  PATCH: "updateContact",
  POST: "createWebhook",
  "repeatable POST": "upsertContact",
} as const;

type Kind = keyof typeof calls;

const good = pageOf([]);
const safe: Kind[] = ["GET", "PUT", "DELETE", "send", "repeatable POST"];
const unsafe: Kind[] = ["PATCH", "POST"];

const everyKind: [string, FakeResponse][] = [
  ["429", refusal(429, "rate_limited")],
  ["503", refusal(503, "service_unavailable")],
  ["a refused connection", networkFailure("ECONNREFUSED")],
];
const safeOnly: [string, FakeResponse][] = [
  ["500", refusal(500, "internal_error")],
  ["502", new Response("", { status: 502 })],
  ["504", new Response("", { status: 504 })],
  ["a connection that broke", networkFailure("ECONNRESET")],
];
const never: [string, FakeResponse][] = [
  ["400", refusal(400, "validation_failed")],
  ["401", refusal(401, "unauthorized")],
  ["404", refusal(404, "not_found")],
  ["409", refusal(409, "conflict")],
  ["422", refusal(422, "unprocessable_entity")],
  ["501", new Response("", { status: 501 })],
];

const cases = (kinds: Kind[], responses: [string, FakeResponse][]) =>
  responses.flatMap(([what, response]) => kinds.map((kind) => ({ kind, what, response })));

describe("retries after a failure", () => {
  it.each([...cases([...safe, ...unsafe], everyKind), ...cases(safe, safeOnly)])(
    "retries a $kind after $what",
    async ({ kind, response }) => {
      const { recado, sent } = clientThatGets([response, success(operations[kind])]);
      await calls[kind](recado);
      expect(sent).toHaveLength(2);
      expect(sent[1]).toMatchObject({ method: sent[0]?.method, url: sent[0]?.url, body: sent[0]?.body });
    },
  );

  it.each([...cases(unsafe, safeOnly), ...cases([...safe, ...unsafe], never)])(
    "throws after $what of a $kind",
    async ({ kind, response }) => {
      const { recado, sent } = clientThatGets([response, good]);
      await expect(calls[kind](recado)).rejects.toThrow();
      expect(sent).toHaveLength(1);
    },
  );

  it("repeats the idempotency key of a send, and uses another for another send", async () => {
    const broken = networkFailure("ECONNRESET");
    const { recado, sent } = clientThatGets([
      broken,
      refusal(500, "internal_error"),
      json(202, {}),
      json(202, {}),
    ]);
    await recado.messages.send(send);
    await recado.messages.send(send);
    expect(sent.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual([
      "key-1",
      "key-1",
      "key-1",
      "key-2",
    ]);
  });

  it("repeats a given idempotency key", async () => {
    const { recado, sent } = clientThatGets([networkFailure("ECONNRESET"), json(202, {})]);
    await recado.messages.send(send, { idempotencyKey: "order-1" });
    expect(sent.map(({ headers }) => headers.get("Idempotency-Key"))).toEqual(["order-1", "order-1"]);
  });

  it.each(["🍞", "“", "\n", "\u0000"])(
    "names the option when the idempotency key contains %j, which a header cannot",
    async (character) => {
      const { recado, sent } = clientThatGets([json(202, {})]);
      const call = (idempotencyKey: string) => recado.messages.send(send, { idempotencyKey });
      await expect(call(`pão ${character} 1`)).rejects.toThrow(
        new TypeError(
          "sendMessages needs an idempotencyKey of printable ISO 8859-1 (Latin-1) characters, " +
            `and was given ${JSON.stringify(character)}`,
        ),
      );
      expect(sent).toEqual([]);
      await call("pão 1");
      expect(sent[0]?.headers.get("Idempotency-Key")).toBe("pão 1");
    },
  );

  it.each(["PUT", "DELETE"])(
    "does not retry a %s with an ETag that may have been applied",
    async (method) => {
      const { recado, sent } = clientThatGets([refusal(500, "internal_error"), good]);
      const options = { ifMatch: '"1"' };
      const call =
        method === "PUT"
          ? recado.campaigns.schedule({ campaign_id: "1", scheduled_at: "2030-01-01T00:00:00Z" }, options)
          : recado.templates.delete({ template_id: "1" }, options);
      await expect(call).rejects.toMatchObject({ status: 500 });
      expect(sent.map((one) => [one.method, one.headers.get("If-Match")])).toEqual([[method, '"1"']]);
    },
  );

  it("sends idempotency keys only to operations that accept one", async () => {
    const { recado, sent } = clientThatGets([json(201, {}), json(200, {})]);
    await recado.webhooks.create({ url: "https://a.example" });
    await recado.messages.preview(send);
    expect(sent.map(({ headers }) => headers.has("Idempotency-Key"))).toEqual([false, false]);
  });

  it("retries a send after Retry-After while its first attempt is running", async () => {
    const running = refusal(409, "conflict", { "Retry-After": "1" });
    const { recado, sent, waits } = clientThatGets([running, json(202, {})]);
    await recado.messages.send(send);
    expect([sent.length, waits]).toEqual([2, [1_250]]);
  });
});

describe("the wait before a retry", () => {
  it.each([
    ["seconds", "7", 7_000],
    ["a fraction of seconds", "1.5", 1_500],
    ["a date", new Date(noon + 9_000).toUTCString(), 9_000],
    ["a past date", new Date(noon - 9_000).toUTCString(), 0],
  ])("is what Retry-After says in %s, and a little more to spread callers", async (_, value, ms) => {
    const { recado, waits } = clientThatGets([refusal(429, "rate_limited", { "Retry-After": value }), good]);
    await calls.GET(recado);
    expect(waits).toEqual([ms + 250]);
  });

  it("grows twofold up to a limit, at random", async () => {
    const failures = Array<FakeResponse>(7).fill(networkFailure("ECONNRESET"));
    const { recado, waits } = clientThatGets([...failures, good], { maxRetries: 7 });
    await calls.GET(recado);
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  });

  it("stays within the total time limit of a call", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 0, max: 50 })), { maxLength: 8 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        async (retryAfter, maxRetryWaitSeconds, maxRetries, random) => {
          const responses = retryAfter.map((seconds) =>
            refusal(503, "service_unavailable", seconds === null ? {} : { "Retry-After": String(seconds) }),
          );
          const options = { maxRetryWaitSeconds, maxRetries };
          const { recado, sent, waits } = clientThatGets([...responses, good], options, {
            random: () => random,
          });
          await calls.GET(recado).catch(() => undefined);
          expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(maxRetryWaitSeconds * 1000);
          expect(sent.length).toBe(waits.length + 1);
          expect(waits.length).toBeLessThanOrEqual(maxRetries);
          waits.forEach((ms, at) => expect(ms).toBeGreaterThanOrEqual((retryAfter[at] ?? 0) * 1000));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("fails at once when Retry-After exceeds the limit", async () => {
    const late = refusal(429, "rate_limited", { "Retry-After": "61" });
    const { recado, sent } = clientThatGets([late, good]);
    await expect(calls.GET(recado)).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: 61 });
    expect(sent).toHaveLength(1);
  });

  it("waits for the longest time that the rate limit requests", async () => {
    const limited = refusal(429, "rate_limited", { "Retry-After": "60" });
    const { recado, waits } = clientThatGets([limited, good]);
    await calls.GET(recado);
    expect(waits).toEqual([60_000]);
  });

  it("is passed to onRetry before it begins", async () => {
    const retries: Retry[] = [];
    const { recado } = clientThatGets(
      [refusal(503, "service_unavailable"), networkFailure("ECONNRESET"), good],
      {
        onRetry: (retry) => void retries.push(retry),
      },
    );
    await calls.GET(recado);
    expect(retries).toMatchObject([
      { call: "listSenders", retry: 1, waitSeconds: 0.25, because: 503 },
      { call: "listSenders", retry: 2, waitSeconds: 0.5, because: { reason: "network" } },
    ]);
  });
});

describe("limits of a call", () => {
  it("prefers the call's number of retries to the client's", async () => {
    const failure = networkFailure("ECONNREFUSED");
    const { recado, sent } = clientThatGets([failure, failure, failure], { maxRetries: 1 });
    await expect(recado.usage.get({ group_by: "day" })).rejects.toThrow("no response");
    expect(sent).toHaveLength(2);
    await expect(recado.usage.get({ group_by: "day" }, { maxRetries: 0 })).rejects.toThrow("no response");
    expect(sent).toHaveLength(3);
  });

  const silence: FakeResponse = (_, signal) =>
    new Promise((_resolve, reject) => {
      const end = () => reject(signal.reason as Error);
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    });

  it("ends an attempt at its timeout, and retries", async () => {
    const { recado, sent } = clientThatGets([silence, good], { timeoutSeconds: 0.1 });
    await calls.GET(recado);
    expect(sent).toHaveLength(2);
  });

  it("reports that a POST may have arrived after a timeout", async () => {
    const { recado, sent } = clientThatGets([silence, good], { timeoutSeconds: 0.1 });
    await expect(calls.POST(recado)).rejects.toMatchObject({ reason: "timeout", mayHaveArrived: true });
    expect(sent).toHaveLength(1);
  });

  it("accepts an infinite timeout", async () => {
    const late: FakeResponse = () => new Promise((resolve) => setTimeout(() => resolve(good.clone()), 5));
    const { recado, sent } = clientThatGets([late], { timeoutSeconds: Infinity });
    await calls.GET(recado);
    expect(sent).toHaveLength(1);
  });

  it("ends with the signal's reason during a request", async () => {
    const control = new AbortController();
    const reason = new Error("no longer wanted");
    const { recado, sent } = clientThatGets([silence, good]);
    const call = recado.usage.get({ group_by: "day" }, { signal: control.signal });
    control.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(sent.length).toBeLessThanOrEqual(1);
  });

  it("ends with the signal's reason during a wait", async () => {
    const control = new AbortController();
    const reason = new Error("no longer wanted");
    const options = { onRetry: () => queueMicrotask(() => control.abort(reason)) };
    const waiting = refusal(429, "rate_limited", { "Retry-After": "30" });
    const { sleep } = systemEnvironment;
    const { recado, sent } = clientThatGets([waiting, good], options, { sleep });
    await expect(recado.usage.get({ group_by: "day" }, { signal: control.signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });

  it("sends no request with an aborted signal", async () => {
    const { recado, sent } = clientThatGets([good]);
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(recado.usage.get({ group_by: "day" }, { signal })).rejects.toThrow("too late");
    expect(sent).toEqual([]);
  });

  it("ends every call with the reason of the client's signal, without a retry", async () => {
    const control = new AbortController();
    const reason = new Error("no longer wanted");
    const { recado, sent, waits } = clientThatGets([silence, silence, good], { signal: control.signal });
    const running = [calls.GET(recado), recado.senders.list()[Symbol.asyncIterator]().next()];
    const rejected = Promise.all(running.map((call) => expect(call).rejects.toBe(reason)));
    control.abort(reason);
    await rejected;
    await expect(calls.send(recado)).rejects.toBe(reason);
    expect(sent.length).toBeLessThanOrEqual(2);
    expect(waits).toEqual([]);
  });

  it("ignores the client's signal in a call with its own signal", async () => {
    const { recado, sent } = clientThatGets([good], { signal: AbortSignal.abort() });
    await recado.usage.get({ group_by: "day" }, { signal: new AbortController().signal });
    expect(sent).toHaveLength(1);
  });
});

describe("over a real connection", () => {
  let baseUrl = "";
  let close: () => Promise<void>;
  let behave: ((attempt: number) => "cut" | "half" | "answer") | undefined;
  const keys: (string | undefined)[] = [];

  beforeAll(async () => {
    const server = createServer((request, response) => {
      keys.push(request.headers["idempotency-key"] as string | undefined);
      const how = behave?.(keys.length);
      request.resume();
      if (how === "cut") request.socket.destroy();
      else if (how === "half") {
        response.writeHead(200, { "Content-Length": "100" }).write('{"da', () => request.socket.destroy());
      } else response.writeHead(202).end('{"data":[]}');
    });
    const { url, stop } = await listening(server);
    baseUrl = `${url}/v3`;
    close = stop;
  });

  afterAll(() => close());

  it.each(["cut", "half"] as const)(
    "retries a send with the same key after a response that is %s",
    async (how) => {
      keys.length = 0;
      behave = (attempt) => (attempt === 1 ? how : "answer");
      const recado = createRecado({ baseUrl, apiKey: "st_key" });
      await expect(recado.messages.send(send)).resolves.toEqual({ data: [] });
      expect(keys).toHaveLength(2);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      expect(keys[1]).toBe(keys[0]);
    },
  );

  it.each(["cut", "half"] as const)("does not retry a POST after a response that is %s", async (how) => {
    keys.length = 0;
    behave = () => how;
    const recado = createRecado({ baseUrl, apiKey: "st_key" });
    const call = recado.webhooks.create({ url: "https://a.example" });
    await expect(call).rejects.toMatchObject({ name: "RecadoConnectionError", mayHaveArrived: true });
    expect(keys).toHaveLength(1);
  });

  it("reports that a refused connection carried no request", async () => {
    const unused = `http://127.0.0.1:${await freePort()}/v3`;
    const recado = createRecado({ baseUrl: unused, apiKey: "st_key", maxRetries: 0 });
    const call = recado.webhooks.create({ url: "https://a.example" });
    await expect(call).rejects.toMatchObject({ reason: "network", mayHaveArrived: false });
  });
});
