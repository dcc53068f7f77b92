import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import type { Server } from "node:http";
import pino from "pino";
import request from "supertest";
import { routes } from "../../generated/server/routes";
import { openDatabase } from "../../src/db/connection";
import { apiRouter, assertComplete } from "../../src/http/api-router";
import { MAX_BODY_BYTES } from "../../src/http/body";
import { fieldName } from "../../src/http/envelope";
import { expressApp } from "../../src/http/express-app";
import { httpServer } from "../../src/http/server";
import { createMetrics } from "../../src/metrics";
import { handlersOf } from "../../src/service";
import { isTimestamp, systemClock } from "../../src/time";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const UNKNOWN = `st_${"0".repeat(64)}`;
const send = { channel: "sms", content: { type: "text", text: "x" }, recipients: [{ to: "11987654321" }] };

describe.each(databases)("the HTTP layer on %s", (database) => {
  const service = testService(database);
  const codeOf = (response: { status: number; body: { error?: { code?: string } } }) => [
    response.status,
    response.body.error?.code,
  ];

  describe("authentication", () => {
    it("takes a key from either header, and from both when they agree", async () => {
      const { anonymous, key } = service;
      await anonymous.get("/v3/messages").set("X-API-Key", key).expect(200);
      await anonymous.get("/v3/messages").set("Authorization", `Bearer ${key}`).expect(200);
      await anonymous
        .get("/v3/messages")
        .set("X-API-Key", key)
        .set("Authorization", `bearer ${key}`)
        .expect(200);
    });

    it("refuses two different keys, even if both are good", async () => {
      const other = await service.account("two keys");
      const response = await service.anonymous
        .get("/v3/messages")
        .set("X-API-Key", service.key)
        .set("Authorization", `Bearer ${other.key}`);
      expect(codeOf(response)).toEqual([401, "unauthorized"]);
    });

    it.each([
      ["no key", {}],
      ["an unreadable key", { "X-API-Key": "st_1" }],
      ["an unknown key", { "X-API-Key": UNKNOWN }],
      ["another scheme", { Authorization: "Basic abc" }],
    ])("answers 401 to %s, with the way to authenticate", async (_, headers: Record<string, string>) => {
      const response = await service.anonymous.get("/v3/messages").set(headers);
      expect(codeOf(response)).toEqual([401, "unauthorized"]);
      expect(response.headers["www-authenticate"]).toContain("Bearer");
      expect(response.headers["ratelimit-limit"]).toBeUndefined();
    });

    it("comes before the body is read and before the route is looked for", async () => {
      const { anonymous } = service;
      expect(codeOf(await anonymous.post("/v3/messages").type("json").send("{broken"))).toEqual([
        401,
        "unauthorized",
      ]);
      expect(codeOf(await anonymous.get("/v3/nowhere"))).toEqual([401, "unauthorized"]);
    });

    it.each(routes.map((route) => [route.operationId, route] as const))(
      "refuses %s to a key without its scope",
      async (_, route) => {
        const scope = route.scope === "files:read" ? "files:write" : "files:read";
        const agent = service.agent(await service.keyWith(service.accountId, [scope]));
        const path = `/v3${route.path.replace(/\{[^}]+\}/g, "01930000-0000-7000-8000-000000000000")}`;
        const method = route.method.toLowerCase() as "get";
        expect(codeOf(await agent[method](path))).toEqual([403, "forbidden"]);
      },
    );
  });

  describe("the rate limit", () => {
    it("counts down, refuses with Retry-After, and begins anew with the next minute", async () => {
      const { request } = await service.account("slow", { rateLimit: 2 });
      const first = await request.get("/v3/messages").expect(200);
      expect([first.headers["ratelimit-limit"], first.headers["ratelimit-remaining"]]).toEqual(["2", "1"]);
      await request.get("/v3/messages").expect(200);
      const refused = await request.get("/v3/messages");
      expect(codeOf(refused)).toEqual([429, "rate_limited"]);
      expect(refused.headers["retry-after"]).toBe(refused.headers["ratelimit-reset"]);
      service.clock.advance(60_000);
      await request.get("/v3/messages").expect(200);
    });

    it("is told on refusals of all kinds that come after it", async () => {
      const { request } = service;
      for (const response of [
        await request.get("/v3/nowhere"),
        await request.put("/v3/messages"),
        await request.post("/v3/messages").send({}),
        await request.get("/v3/messages/01930000-0000-7000-8000-000000000000"),
      ]) {
        expect([response.status, typeof response.headers["ratelimit-remaining"]]).toEqual([
          response.status,
          "string",
        ]);
      }
    });
  });

  describe("the envelope", () => {
    const post = () => service.request.post("/v3/messages");

    it("tells an unknown route, and a wrong method with those that are offered", async () => {
      expect(codeOf(await service.request.get("/v3/nowhere"))).toEqual([404, "not_found"]);
      expect(codeOf(await service.request.get("/nowhere"))).toEqual([404, "not_found"]);
      const response = await service.request.put("/v3/messages").send({});
      expect(codeOf(response)).toEqual([405, "method_not_allowed"]);
      expect(response.headers.allow).toBe("GET, POST, HEAD");
    });

    it("tells a body that is no JSON, no UTF-8, of another type, or missing", async () => {
      expect(codeOf(await post().type("json").send("{"))).toEqual([400, "validation_failed"]);
      expect(
        codeOf(await post().type("json").send(Buffer.from('"\xff"', "latin1").toString("binary"))),
      ).toEqual([400, "validation_failed"]);
      expect(codeOf(await post().type("text/plain").send("x"))).toEqual([415, "unsupported_media_type"]);
      expect(codeOf(await post().set("Content-Type", "application/json; charset=latin1").send("{}"))).toEqual(
        [415, "unsupported_media_type"],
      );
      expect(codeOf(await post())).toEqual([400, "validation_failed"]);
      expect(codeOf(await post().type("json").send("[]"))).toEqual([400, "validation_failed"]);
    });

    it("tells a body beyond 2 MiB", async () => {
      const response = await post()
        .type("json")
        .send(`"${"x".repeat(MAX_BODY_BYTES)}"`);
      expect(codeOf(response)).toEqual([413, "payload_too_large"]);
    });

    it("names unknown fields, missing ones and wrong ones by their path", async () => {
      const recipients = [{ to: "11987654321", extra: 1 }, { to: 5 }, {}];
      const response = await post().send({ ...send, recipients, nope: true });
      const fields = (response.body.error.fields as { field: string }[]).map(({ field }) => field);
      expect(response.status).toBe(400);
      expect(fields).toEqual(
        expect.arrayContaining(["nope", "recipients[0].extra", "recipients[1].to", "recipients[2].to"]),
      );
    });

    it("tells one clear fault of content that is one of several kinds", async () => {
      const response = await post().send({ ...send, content: { type: "text" } });
      expect(response.body.error.fields).toHaveLength(1);
      expect(response.body.error.fields[0].field).toBe("content.text");
      const unknown = await post().send({ ...send, content: { type: "smoke" } });
      expect(unknown.body.error.fields[0].field).toMatch(/^content/);
    });

    it("holds at most a hundred fields, however many are wrong", async () => {
      const recipients = Array.from({ length: 1_000 }, () => ({ to: 5, x: 1 }));
      const response = await post().send({ ...send, recipients });
      expect(response.status).toBe(400);
      expect(response.body.error.fields.length).toBeLessThanOrEqual(100);
    });

    it("refuses NUL and half surrogate pairs by the name of the field, and takes whole ones", async () => {
      const withText = (text: string) =>
        `{"channel":"sms","content":{"type":"text","text":"${text}"},"recipients":[{"to":"11987654321"}]}`;
      for (const text of ["\\u0000", "\\ud83d", "\\ude00x"]) {
        const response = await post().type("json").send(withText(text));
        expect([text, ...codeOf(response)]).toEqual([text, 400, "validation_failed"]);
        expect(response.body.error.fields[0].field).toBe("content.text");
      }
      await post().type("json").send(withText("\\ud83d\\ude00")).expect(202);
    });

    it("carries the caller's request id when it is well formed, else one of ours", async () => {
      const own = await service.request.get("/v3/nowhere").set("X-Request-Id", "abc-1");
      expect([own.headers["x-request-id"], own.body.error.request_id]).toEqual(["abc-1", "abc-1"]);
      const ours = await service.request.get("/v3/nowhere").set("X-Request-Id", "no good");
      expect(ours.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("answers HEAD like GET, without a body", async () => {
      const response = await service.request.head("/v3/messages").expect(200);
      expect([response.text ?? "", response.headers["ratelimit-limit"]]).toEqual(["", "1000000"]);
    });

    it("refuses ids and paths that are none", async () => {
      expect(codeOf(await service.request.get("/v3/messages/nope"))).toEqual([400, "validation_failed"]);
      expect(codeOf(await service.request.get("/v3/messages/%E0%A4%A"))).toEqual([400, "validation_failed"]);
      expect(
        codeOf(await service.request.get("/v3/messages/urn:uuid:01930000-0000-7000-8000-000000000000")),
      ).toEqual([400, "validation_failed"]);
    });
  });

  it("serves health, readiness, metrics, the contract and its page without a key", async () => {
    const { anonymous } = service;
    await anonymous.get("/healthz").expect(200);
    await anonymous.get("/readyz").expect(200);
    expect((await anonymous.get("/metrics").expect(200)).text).toContain(
      "recado_http_request_duration_seconds",
    );
    expect((await anonymous.get("/openapi.json").expect(200)).body.openapi).toBe("3.1.0");
    const page = await anonymous.get("/docs").expect(200);
    for (const [, asset] of page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
      await anonymous.get(asset as string).expect(200);
    expect(page.text).not.toMatch(/https?:\/\//);
  });
});

describe("the HTTP layer without a database", () => {
  it("answers 503 with Retry-After and leaks nothing when the database is away", async () => {
    const db = openDatabase({ url: "postgres://u:secret@127.0.0.1:1/none", sqliteFile: "", poolSize: 1 });
    const log = pino({ level: "silent" });
    const metrics = createMetrics();
    const counter = { count: async () => 1 };
    const parts = { db, clock: systemClock, log, metrics, counter, defaultRateLimit: 1 };
    const router = apiRouter({ ...parts, routes: [], handlers: {} as never, checks: new Map() });
    const ids = { next: () => "00000000-0000-7000-8000-000000000000" };
    const app = expressApp({
      db,
      ids,
      log,
      metrics,
      trustedProxies: 0,
      beforeScrape: async () => {},
      api: { prefix: "/v3", router },
      extras: [],
    });
    const response = await request(app).get("/v3/messages").set("X-API-Key", UNKNOWN);
    expect([response.status, response.body.error.code]).toEqual([503, "service_unavailable"]);
    expect(response.headers["retry-after"]).toBe("5");
    expect(response.text).not.toMatch(/secret|127\.0\.0\.1|select/);
    await request(app).get("/readyz").expect(503);
    await request(app).get("/healthz").expect(200);
    await db.destroy();
  });

  it("writes the envelope for requests that Node refuses to parse", async () => {
    const server: Server = httpServer((_req, res) => res.end(), { next: () => "id" });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const raw = (request: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = "";
        const socket = connect(port, "127.0.0.1", () => socket.end(request));
        socket
          .on("data", (bytes: Buffer) => (answer += bytes.toString()))
          .on("end", () => resolve(answer))
          .on("error", reject);
      });
    const overflow = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(overflow).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(overflow.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      error: { code: "validation_failed", request_id: "id" },
    });
    expect(await raw("NONSENSE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
    await new Promise((resolve) => server.close(resolve));
  });
});

describe("start-up", () => {
  const handlers = Object.fromEntries(routes.map((route) => [route.operationId, () => {}]));

  it("refuses an operation without handler, an operation without scope, and a handler without operation", () => {
    expect(() => assertComplete(routes, handlers)).not.toThrow();
    const { sendMessages: _, ...rest } = handlers;
    expect(() => assertComplete(routes, rest)).toThrow(/sendMessages .* has no handler/);
    expect(() => assertComplete(routes, { ...handlers, surprise: () => {} })).toThrow(
      /surprise has no operation/,
    );
    const [first, ...others] = routes;
    if (!first) throw new Error("no routes");
    expect(() => assertComplete([{ ...first, scope: "" }, ...others], handlers)).toThrow(/has no scope/);
  });

  it("binds every operation of the contract", () => {
    const app = {} as never;
    expect(Object.keys(handlersOf(app)).sort()).toEqual(routes.map((route) => route.operationId).sort());
  });
});

describe("names and times of requests", () => {
  it("turns a validator's path into a field's name", () => {
    expect(fieldName("/body/recipients/3/to")).toBe("recipients[3].to");
    expect(fieldName("/query/limit")).toBe("limit");
    expect(fieldName("/headers/idempotency-key")).toBe("Idempotency-Key");
    expect(fieldName("/params/file_id")).toBe("file_id");
    expect(fieldName("/body/variables/a~1b")).toBe("variables.a/b");
  });

  it.each([
    "2026-01-31T12:00:00Z",
    "2026-01-31t12:00:00.123z",
    "2024-02-29T00:00:00-03:00",
    "1970-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("takes %s", (text) => expect(isTimestamp(text)).toBe(true));
  it.each([
    "2026-02-29T00:00:00Z",
    "2026-01-31T23:59:60Z",
    "0000-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "9999-12-31T23:59:59-01:00",
    "2026-01-31 12:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31T12:00:00+24:00",
  ])("refuses %s", (text) => expect(isTimestamp(text)).toBe(false));
});
