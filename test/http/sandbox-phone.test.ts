import type { Express } from "express";
import request from "supertest";
import type { SandboxPhonePort } from "../../src/web/sandbox/sandbox-phone";
import { sandboxPhoneRouter } from "../../src/web/sandbox/sandbox-phone.routes";
import { accountConcurrency } from "../../src/http/account-concurrency";
import { expressApp } from "../../src/http/express-app";
import { notFound } from "../../src/platform/problem";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const MESSAGE = "01890a5d-ac96-774b-bcce-b302099a8057";
const REPLY = { channel: "sms", from: "11 98765-4321", text: "Olá" };
const SUBSCRIPTION = { type: "unsubscribe", from: "11 98765-4321" };
const ACTIONS = [
  ["replies", REPLY],
  ["taps", { message_id: MESSAGE, suggestion: 0 }],
  ["reads", { message_id: MESSAGE }],
  ["subscriptions", SUBSCRIPTION],
] as const;

describe.each(databases)("the sandbox phone's routes on %s", (database) => {
  const service = testService(database, { env: { RECADO_PUBLIC_URL: "https://recado.example.com/base" } });
  const calls: unknown[][] = [];
  let failure: Error | null = null;
  let app: Express;

  const record =
    (name: string) =>
    async (...values: unknown[]) => {
      if (failure) throw failure;
      calls.push([name, ...values]);
    };
  const port: SandboxPhonePort = {
    reply: record("reply"),
    tap: record("tap"),
    read: record("read"),
    subscription: record("subscription"),
  };

  /** Serves the routes with this number of requests counted for the account. */
  const appAfter = (requests: number) =>
    expressApp({
      ...service.app,
      trustedProxies: 0,
      operations: null,
      api: null,
      extras: [
        sandboxPhoneRouter({
          ...service.app,
          port,
          counter: { count: async (_account, windowStart) => ({ used: requests, windowStart }) },
          concurrency: accountConcurrency(),
        }),
      ],
    });

  beforeEach(() => {
    calls.length = 0;
    failure = null;
    app = appAfter(1);
  });

  const post = (path: string, body: unknown, key = service.key) =>
    request(app)
      .post(`/sandbox/${path}`)
      .set("X-API-Key", key)
      .send(body as object);

  it("passes the person's actions to the sandbox for the key's account", async () => {
    for (const [path, body] of ACTIONS) {
      const { status, body: response } = await post(path, body);
      expect([status, response]).toEqual([202, { status: "accepted" }]);
    }
    await post("replies", { ...REPLY, channel: "rcs", to: "recado-sandbox" }).expect(202);
    await post("subscriptions", { ...SUBSCRIPTION, type: "subscribe", to: "recado-sandbox" }).expect(202);
    const { accountId } = service;
    const reply = { channel: "sms", from: "+5511987654321", to: null, text: "Olá" };
    const subscription = { type: "unsubscribe", from: "+5511987654321", to: null };
    expect(calls).toEqual([
      ["reply", accountId, reply],
      ["tap", accountId, MESSAGE, 0],
      ["read", accountId, MESSAGE],
      ["subscription", accountId, subscription],
      ["reply", accountId, { ...reply, channel: "rcs", to: "recado-sandbox" }],
      ["subscription", accountId, { ...subscription, type: "subscribe", to: "recado-sandbox" }],
    ]);
  });

  it.each(ACTIONS)("rejects %s without a key", async (path, body) => {
    const without = await request(app).post(`/sandbox/${path}`).send(body);
    expect([without.status, without.body.error.code]).toEqual([401, "unauthorized"]);
    const unknown = await post(path, body, `st_${"0".repeat(64)}`);
    expect([unknown.status, unknown.body.error.code]).toEqual([401, "unauthorized"]);
    expect(calls).toEqual([]);
  });

  it.each([
    ["replies", ["messages:send", "contacts:write"]],
    ["taps", ["messages:send", "messages:read", "contacts:write"]],
    ["reads", ["messages:send", "messages:read"]],
    ["subscriptions", ["messages:send", "contacts:write"]],
  ])("allows %s only with the scopes of all effects", async (path, scopes) => {
    for (const missing of scopes) {
      const key = await service.keyWith(
        service.accountId,
        scopes.filter((scope) => scope !== missing),
      );
      // The scope is checked before the body.
      const { status, body } = await post(path, { wrong: true }, key);
      expect([status, body.error]).toMatchObject([
        403,
        { code: "forbidden", message: `This key lacks the scope ${missing}` },
      ]);
    }
    const none = await post(path, {}, await service.keyWith(service.accountId, ["files:read"]));
    expect(none.body.error.message).toBe(`This key lacks the scope ${scopes.join(" and ")}`);
    expect(calls).toEqual([]);
    const [, body] = ACTIONS.find(([name]) => name === path) ?? [];
    expect((await post(path, body, await service.keyWith(service.accountId, scopes))).status).toBe(202);
  });

  it.each([
    ["replies", { ...REPLY, channel: "voice" }, "channel"],
    ["replies", { ...REPLY, text: "" }, "text"],
    ["replies", { ...REPLY, text: "a".repeat(3073) }, "text"],
    ["replies", { ...REPLY, text: 1 }, "text"],
    ["replies", { ...REPLY, to: "" }, "to"],
    ["replies", { ...REPLY, more: 1 }, "more"],
    ["replies", { channel: "sms", text: "Olá" }, "from"],
    ["replies", [], "body"],
    ["taps", { message_id: "1", suggestion: 0 }, "message_id"],
    ["taps", { message_id: MESSAGE }, "suggestion"],
    ["taps", { message_id: MESSAGE, suggestion: -1 }, "suggestion"],
    ["taps", { message_id: MESSAGE, suggestion: 0.5 }, "suggestion"],
    ["taps", { message_id: MESSAGE, suggestion: "0" }, "suggestion"],
    ["taps", { message_id: MESSAGE, suggestion: 51 }, "suggestion"],
    ["reads", {}, "message_id"],
    ["reads", { message_id: MESSAGE, toString: 1 }, "toString"],
    ["subscriptions", { ...SUBSCRIPTION, type: "typing" }, "type"],
    ["subscriptions", { type: "subscribe" }, "from"],
    ["subscriptions", { ...SUBSCRIPTION, to: "" }, "to"],
    ["subscriptions", { ...SUBSCRIPTION, channel: "rcs" }, "channel"],
  ])("rejects %s with %j, naming the field", async (path, body, field) => {
    const { status, body: response } = await post(path, body);
    expect([status, response.error.code]).toEqual([400, "validation_failed"]);
    expect(response.error.fields.map((one: { field: string }) => one.field)).toEqual([field]);
    expect(calls).toEqual([]);
  });

  it("distinguishes an invalid number, a missing body and another content type", async () => {
    for (const [path, fields] of [
      ["replies", REPLY],
      ["subscriptions", SUBSCRIPTION],
    ] as const) {
      const number = await post(path, { ...fields, from: "123" });
      expect([number.status, number.body.error.code, number.body.error.fields[0].field]).toEqual([
        422,
        "unprocessable_entity",
        "from",
      ]);
    }
    const empty = await request(app).post("/sandbox/reads").set("X-API-Key", service.key);
    expect([empty.status, empty.body.error.code]).toEqual([400, "validation_failed"]);
    const text = await request(app)
      .post("/sandbox/reads")
      .set({ "X-API-Key": service.key, "Content-Type": "text/plain" })
      .send("Olá");
    expect([text.status, text.body.error.code]).toEqual([415, "unsupported_media_type"]);
  });

  it("returns 404 in the error envelope for an absent message", async () => {
    failure = notFound("The message");
    const { status, body, headers } = await post("taps", { message_id: MESSAGE, suggestion: 0 });
    expect(status).toBe(404);
    expect(body).toEqual({
      error: {
        code: "not_found",
        message: "The message does not exist",
        request_id: headers["x-request-id"],
      },
    });
  });

  it("counts against the account's rate limit", async () => {
    app = appAfter(1_000_001);
    const { status, body, headers } = await post("reads", { message_id: MESSAGE });
    expect([status, body.error.code, headers["ratelimit-remaining"]]).toEqual([429, "rate_limited", "0"]);
    expect(headers["retry-after"]).toMatch(/^\d+$/);
  });

  it("allows one method per route", async () => {
    for (const [path] of ACTIONS) {
      const { status, headers } = await request(app).get(`/sandbox/${path}`);
      expect([status, headers.allow]).toEqual([405, "POST"]);
    }
  });

  it("serves nothing else below its path", async () => {
    for (const path of ["assets", "assets/main.mjs", "assets/..%2Fsandbox-phone.ts"]) {
      const { status, body } = await request(app).get(`/sandbox/${path}`);
      expect([path, status, body.error?.code]).toEqual([path, 404, "not_found"]);
    }
  });

  it("accepts a session of the console, only from the console's script", async () => {
    const console = { "X-Recado-Console": "1" };
    const signedIn = await service.anonymous
      .post("/console/session")
      .set({ ...console, "X-API-Key": service.key })
      .expect(201);
    const Cookie = (signedIn.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
    for (const [path, body] of ACTIONS) {
      const act = (headers: Record<string, string>) =>
        request(app)
          .post(`/sandbox/${path}`)
          .set({ Cookie, ...headers })
          .send(body);
      await act(console).expect(202);
      await act({}).expect(401);
      await act({ ...console, "Sec-Fetch-Site": "cross-site" }).expect(401);
    }
    expect(calls.map(([name, accountId]) => [name, accountId])).toEqual(
      ["reply", "tap", "read", "subscription"].map((name) => [name, service.accountId]),
    );
  });
});

describe.each([
  ["on a loopback address", {}, 401],
  ["on another address", { HOST: "0.0.0.0" }, 404],
  ["switched off", { RECADO_HANDSET: "0" }, 404],
  ["on another address, switched on", { HOST: "0.0.0.0", RECADO_HANDSET: "1" }, 401],
  ["with a public URL", { RECADO_PUBLIC_URL: "https://messages.example.com" }, 404],
  ["with a public URL, switched on", { RECADO_PUBLIC_URL: "https://a.example", RECADO_HANDSET: "1" }, 401],
])("the phone of a service %s", (_, env: Record<string, string>, expected) => {
  const service = testService("SQLite", { env });

  it(`returns ${expected}`, async () => {
    await service.anonymous.post("/sandbox/reads").expect(expected);
  });

  it(`has ${expected === 401 ? "a" : "no"} page linked from the console and the documentation`, async () => {
    const { text: docs } = await service.anonymous.get("/docs").expect(200);
    const { text: page } = await service.anonymous.get("/console").expect(200);
    expect(docs.includes('<a href="/console/phone">')).toBe(expected === 401);
    expect(page.includes("data-handset")).toBe(expected === 401);
    expect(docs).toContain('<a href="/console">Console</a>');
  });
});

describe.each(databases)("an opt-out on %s", (database) => {
  const service = testService(database, { env: { RECADO_HANDSET: "1" } });

  it("is not revoked by a phone reply with a key that may only send", async () => {
    const from = "+5511987654321";
    const say = (key: string, text: string) =>
      service.agent(key).post("/sandbox/replies").send({ channel: "sms", from, text });
    await say(service.key, "SAIR").expect(202);
    const sender = await service.keyWith(service.accountId, ["messages:send"]);
    await say(sender, "VOLTAR").expect(403);
    const send = { channel: "sms", content: { type: "text", text: "Oferta" }, recipients: [{ to: from }] };
    const { body } = await service.agent(sender).post("/v3/messages").send(send).expect(202);
    expect(body).toMatchObject({ data: [{ status: "blocked" }] });
  });

  it("blocks marketing after an unsubscription, with a record, until a subscription", async () => {
    const from = "+5511987654322";
    const request = service.agent(service.key);
    const choose = (type: string) => request.post("/sandbox/subscriptions").send({ type, from }).expect(202);
    const marketing = async () => {
      const send = { channel: "rcs", purpose: "marketing", content: { type: "text", text: "Oferta" } };
      const { body } = await request.post("/v3/messages").send({ ...send, recipients: [{ to: from }] });
      return (body as { data: { status: string }[] }).data[0]?.status;
    };
    const consents = async () => {
      const { body } = await request.get("/v3/consents").query({ phone: from }).expect(200);
      return (body as { data: object[] }).data;
    };
    await choose("unsubscribe");
    const { body: events } = await request.get("/v3/inbound-rcs-events").query({ sender: from });
    const [{ id }] = (events as { data: [{ id: string }] }).data;
    const revoked = { status: "revoked", source: "rcs", phone: from, inbound_rcs_event_id: id };
    expect(await consents()).toMatchObject([revoked]);
    expect(await marketing()).toBe("blocked");
    await choose("subscribe");
    expect(await consents()).toMatchObject([{ status: "granted", source: "rcs" }, revoked]);
    expect(await marketing()).toBe("pending");
  });
});

describe("the phone of a service on PostgreSQL", () => {
  const service = testService("PostgreSQL");

  it("returns 404 by default", async () => {
    await service.anonymous.post("/sandbox/replies").expect(404);
  });
});

describe("the phone of a service without the sandbox carrier", () => {
  const service = testService("SQLite", { override: () => ({ carriers: new Map() }) });

  it("returns 404", async () => {
    await service.anonymous.post("/sandbox/replies").expect(404);
  });
});

describe("the phone of a service without the console", () => {
  const service = testService("SQLite", { env: { RECADO_CONSOLE: "off", RECADO_HANDSET: "1" } });

  it("has no page, while its actions accept API keys", async () => {
    await service.anonymous.get("/console/phone").expect(404);
    await service.agent(service.key).post("/sandbox/replies").send(REPLY).expect(202);
    const { text: docs } = await service.anonymous.get("/docs").expect(200);
    expect(docs).not.toContain("Console</a>");
    expect(docs).not.toContain("Phone</a>");
  });
});
