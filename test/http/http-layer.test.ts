import { gzipSync } from "node:zlib";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import type { RequestListener } from "node:http";
import express, { type Request, type Response } from "express";
import pino from "pino";
import request from "supertest";
import contract from "../../generated/openapi.json";
import { routes } from "../../generated/server/routes";
import { openDatabase } from "../../src/platform/db/connection";
import { LARGE_REQUESTS, MAX_REQUESTS_OF_ACCOUNT } from "../../src/http/account-concurrency";
import { assertComplete } from "../../src/http/api-router";
import { MAX_BODY_BYTES, refuseBody } from "../../src/http/body";
import { checksFor, type ContractDocument } from "../../src/http/contract";
import { responseCheck } from "../../src/http/response-checks";
import { fieldName } from "../../src/http/envelope";
import { expressApp } from "../../src/http/express-app";
import { closeServer, httpServer } from "../../src/http/server";
import { Problem } from "../../src/platform/problem";
import { handlersOf } from "../../src/app/api-side";
import { NO_TRACING } from "../../src/platform/tracing/tracing";
import { createMetrics } from "../../src/platform/metrics";
import type { RateCounter } from "../../src/http/rate-limit";
import { isTimestamp, parseTimestamp, systemClock } from "../../src/platform/time";
import { apiApp } from "../support/api-app";
import { databases } from "../support/databases";
import { exchange } from "../support/raw-client";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

const UNKNOWN = `st_${"0".repeat(64)}`;
const send = { channel: "sms", content: { type: "text", text: "x" }, recipients: [{ to: "11987654321" }] };

const JSON_TYPE = "Content-Type: application/json\r\n";
const FORM_TYPE = "Content-Type: application/x-www-form-urlencoded\r\n";
const LATIN_TYPE = "Content-Type: application/json; charset=latin1\r\n";
const LARGE_BODY = JSON.stringify({ large: "x".repeat(16 * 1024) });
const CONTINUE = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue";

async function listening<T>(listener: RequestListener, use: (port: number) => Promise<T>): Promise<T> {
  const server = httpServer(listener, { next: () => "id" });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    await closeServer(server);
  }
}

/** Counts every request as the first of its minute. */
const firstOfWindow: RateCounter = { count: async (_account, windowStart) => ({ used: 1, windowStart }) };

describe.each(databases)("the HTTP layer on %s", (database) => {
  const service = testService(database);
  const codeOf = (response: { status: number; body: { error?: { code?: string } } }) => [
    response.status,
    response.body.error?.code,
  ];

  describe("authentication", () => {
    it("accepts a key in either header, and in both when they agree", async () => {
      const { anonymous, key } = service;
      await anonymous.get("/v3/messages").set("X-API-Key", key).expect(200);
      await anonymous.get("/v3/messages").set("Authorization", `Bearer ${key}`).expect(200);
      await anonymous
        .get("/v3/messages")
        .set("X-API-Key", key)
        .set("Authorization", `bearer ${key}`)
        .expect(200);
    });

    it("rejects two different keys, even if both are valid", async () => {
      const other = await service.account("two keys");
      const response = await service.anonymous
        .get("/v3/messages")
        .set("X-API-Key", service.key)
        .set("Authorization", `Bearer ${other.key}`);
      expect(codeOf(response)).toEqual([401, "unauthorized"]);
    });

    it("rejects a repeated header with different keys, even if both are valid", async () => {
      const other = await service.account("twice");
      for (const [name, prefix] of [
        ["X-API-Key", ""],
        ["Authorization", "Bearer "],
      ] as const) {
        const responses = await listening(service.express, async (port) => {
          const sendKeys = (second: string) =>
            exchange(
              port,
              `GET /v3/messages HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${name}: ${prefix}${service.key}\r\n${name}: ${prefix}${second}\r\n\r\n`,
            );
          return [await sendKeys(other.key), await sendKeys(service.key)];
        });
        expect(responses.map((response) => response.slice(9, 12))).toEqual(["401", "200"]);
      }
    });

    it.each([
      ["no key", {}],
      ["an unreadable key", { "X-API-Key": "st_1" }],
      ["an unknown key", { "X-API-Key": UNKNOWN }],
      ["another scheme", { Authorization: "Basic abc" }],
    ])("returns 401 with WWW-Authenticate for %s", async (_, headers: Record<string, string>) => {
      const response = await service.anonymous.get("/v3/messages").set(headers);
      expect(codeOf(response)).toEqual([401, "unauthorized"]);
      expect(response.headers["www-authenticate"]).toContain("Bearer");
      expect(response.headers["ratelimit-limit"]).toBeUndefined();
    });

    it("precedes reading the body and routing", async () => {
      const { anonymous } = service;
      expect(codeOf(await anonymous.post("/v3/messages").type("json").send("{broken"))).toEqual([
        401,
        "unauthorized",
      ]);
      expect(codeOf(await anonymous.get("/v3/nowhere"))).toEqual([401, "unauthorized"]);
    });
  });

  describe("the rate limit", () => {
    it("counts down, returns 429 with Retry-After, and restarts with the next minute", async () => {
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

    it("follows the scope check and precedes all others, and counts forbidden requests", async () => {
      const { accountId, request } = await service.account("slow and narrow", { rateLimit: 1 });
      const narrow = service.agent(await service.keyWith(accountId, ["files:read"]));
      const forbidden = await narrow.get("/v3/messages");
      expect(codeOf(forbidden)).toEqual([403, "forbidden"]);
      expect(forbidden.headers["ratelimit-remaining"]).toBe("0");
      for (const refused of [
        await request.get("/v3/messages?limit=x"),
        await request.get("/v3/nowhere"),
        await request.put("/v3/messages"),
        await request.get("/v3/files/%ff"),
      ]) {
        expect(codeOf(refused)).toEqual([429, "rate_limited"]);
      }
      expect(codeOf(await narrow.get("/v3/messages"))).toEqual([403, "forbidden"]);
    });

    it("sets its headers on all errors that follow it", async () => {
      const { request } = service;
      for (const response of [
        await request.get("/v3/nowhere"),
        await request.get("/v3/files/%ff"),
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

    it("reports an unknown route, and a wrong method with the allowed ones", async () => {
      expect(codeOf(await service.request.get("/v3/nowhere"))).toEqual([404, "not_found"]);
      expect(codeOf(await service.request.get("/nowhere"))).toEqual([404, "not_found"]);
      const response = await service.request.put("/v3/messages").send({});
      expect(codeOf(response)).toEqual([405, "method_not_allowed"]);
      expect(response.headers.allow).toBe("GET, POST, HEAD");
    });

    it.each(["/v3/files/upload-url", "/v3/messages/preview"])(
      "does not treat the last segment of %s as an id",
      async (path) => {
        for (const response of [await service.request.get(path), await service.request.delete(path)]) {
          expect(codeOf(response)).toEqual([405, "method_not_allowed"]);
          expect(response.headers.allow).toBe("POST");
        }
      },
    );

    it("matches paths case-sensitively", async () => {
      expect(codeOf(await service.request.get("/V3/messages"))).toEqual([404, "not_found"]);
      expect(codeOf(await service.request.get("/v3/Messages"))).toEqual([404, "not_found"]);
    });

    it.each(["1e2", "0x10", "%2010", "1.0", "+1", "10%20", "Infinity"])(
      "rejects limit=%s, which is not an integer",
      async (limit) => {
        const response = await service.request.get(`/v3/messages?limit=${limit}`);
        expect(codeOf(response)).toEqual([400, "validation_failed"]);
        expect(response.body.error.fields).toEqual([{ field: "limit", message: "must be integer" }]);
      },
    );

    it.each([
      { field: "foo", message: "is not a known parameter" },
      { field: "search", message: "must not be empty" },
    ])("reports that the query parameter $field $message", async ({ field, message }) => {
      const { body } = await service.request.get(`/v3/messages?${field}=`).expect(400);
      expect(body.error.fields).toEqual([{ field, message }]);
    });

    it.each([
      ["status=sent&status[]=failed", "status[]"],
      ["status[1]=failed&status[0]=sent", "status[1]"],
      ["campaign_id%5B%5D=x", "campaign_id[]"],
      ["status%5b=sent", "status["],
      ["foo[]=1", "foo[]"],
    ])("reports a parameter with brackets as unknown: %s", async (query, field) => {
      const { body } = await service.request.get(`/v3/messages?${query}`).expect(400);
      expect(body.error).toMatchObject({
        code: "validation_failed",
        message: "The request does not fit the contract",
      });
      expect(body.error.fields).toEqual([{ field, message: "is not a known parameter" }]);
    });

    it.each([
      ["search=%ffabc", "search"],
      ["limit=1&search=%C3", "search"],
      ["search=%e9abc", "search"],
      ["search=%zz", "search"],
      ["search=100%", "search"],
      ["search=%ED%A0%80", "search"],
      ["s%65arch=%ff", "search"],
      ["%ff=1", "%ff"],
    ])("rejects the percent-encoding of %s, naming the parameter", async (query, field) => {
      const { body } = await service.request.get(`/v3/messages?${query}`).expect(400);
      expect(body.error).toMatchObject({
        code: "validation_failed",
        message: "The query is not properly percent-encoded",
        fields: [{ field, message: "is not properly percent-encoded" }],
      });
    });

    it.each(["a+b", "a%20b", "a%2Bb%25", "%5Ba%5D", "[a]", "S%C3%A3o"])("accepts search=%s", async (text) => {
      await service.request.get(`/v3/messages?search=${text}`).expect(200);
    });

    it.each([
      ["limit=0&offset=-1&foo=1", ["foo"]],
      ["limit=0&search=&offset=-1", ["search"]],
      ["limit=abc&offset=-1&status=foo", ["limit"]],
      ["limit=0&offset=-1&status=foo", ["limit", "offset", "status[0]"]],
    ])("reports an unknown, empty or mistyped query parameter alone: %s", async (query, fields) => {
      const { body } = await service.request.get(`/v3/messages?${query}`).expect(400);
      expect((body.error.fields as { field: string }[]).map(({ field }) => field).sort()).toEqual(fields);
    });

    it("rejects a search that consists of diacritics only", async () => {
      for (const path of ["/v3/messages", "/v3/templates"]) {
        const response = await service.request.get(path).query({ search: "\u0301\u0302\u0303" });
        expect(codeOf(response)).toEqual([400, "validation_failed"]);
        expect(response.body.error.fields[0].field).toBe("search");
      }
    });

    it("ignores surrounding spaces in the length limit of a name", async () => {
      const name = (spaces: number, letters: number) => " ".repeat(spaces) + "n".repeat(letters);
      const create = (text: string) =>
        service.request
          .post("/v3/templates")
          .send({ name: text, channel: "sms", content: { type: "text", text: "x" } });
      expect((await create(name(880, 120)).expect(201)).body.name).toBe(name(0, 120));
      for (const text of [name(200, 121), name(5, 0), " \t "]) {
        expect(codeOf(await create(text))).toEqual([400, "validation_failed"]);
      }
    });

    it("reports a body that is not JSON, not UTF-8, of another type, or missing", async () => {
      expect(codeOf(await post().type("json").send("{"))).toEqual([400, "validation_failed"]);
      expect(
        codeOf(await post().type("json").send(Buffer.from('"\xff"', "latin1").toString("binary"))),
      ).toEqual([400, "validation_failed"]);
      expect(codeOf(await post().type("text/plain").send("x"))).toEqual([415, "unsupported_media_type"]);
      expect(codeOf(await post().set("Content-Type", "application/json; charset=latin1").send("{}"))).toEqual(
        [415, "unsupported_media_type"],
      );
      await post()
        .set("Content-Type", 'application/json; charset="UTF8"')
        .send(JSON.stringify(send))
        .expect(202);
      expect(codeOf(await post())).toEqual([400, "validation_failed"]);
      expect(codeOf(await post().type("json").send("[]"))).toEqual([400, "validation_failed"]);
    });

    it("requires a body that the contract declares, even when all fields are optional", async () => {
      const response = await service.request.patch("/v3/contacts/01a1e473-6838-7c55-a1b9-0d6e3f7a2c48");
      expect(codeOf(response)).toEqual([400, "validation_failed"]);
      expect(response.body.error.fields).toEqual([{ field: "body", message: "is required" }]);
    });

    it.each([
      [JSON_TYPE, "Content-Length: 0\r\n\r\n"],
      [JSON_TYPE, "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
      [FORM_TYPE, "Content-Length: 0\r\n\r\n"],
      [LATIN_TYPE, "Content-Length: 0\r\n\r\n"],
    ])("treats a body without bytes as missing (%j, %j)", async (type, body) => {
      const line = "PATCH /v3/contacts/01a1e473-6838-7c55-a1b9-0d6e3f7a2c48 HTTP/1.1";
      const head = `${line}\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${service.key}\r\n${type}`;
      const response = await listening(service.express, (port) => exchange(port, head + body));
      expect(response).toMatch(/^HTTP\/1\.1 400 [^]*"fields":\[\{"field":"body","message":"is required"\}\]/);
    });

    it("accepts a missing optional body with any content type", async () => {
      const path = "/v3/webhooks/01a1e473-6838-7c55-a1b9-0d6e3f7a2c48/test";
      expect(codeOf(await service.request.post(path).type("form"))).toEqual([404, "not_found"]);
    });

    it.each([
      ["not JSON", "{", "is not valid JSON"],
      ["not UTF-8", Buffer.from('"\xff"', "latin1"), "is not valid UTF-8"],
      ["nested too deep", "[".repeat(100 * 1024), "is nested more than 100 deep"],
      ["too full of lists", `[${"[],".repeat(50_000)}0]`, "contains more than 10000 lists and objects"],
    ])("names the body in the error of a body that is %s", async (_, body, message) => {
      const response = await listening(service.express, (port) =>
        fetch(`http://127.0.0.1:${port}/v3/messages`, {
          method: "POST",
          headers: { "X-API-Key": service.key, "Content-Type": "application/json", Connection: "close" },
          body,
        }).then((answered) => answered.json()),
      );
      expect(response).toMatchObject({
        error: { code: "validation_failed", fields: [{ field: "body", message }] },
      });
    });

    it("names the body in the error if the body does not match its Content-Encoding", async () => {
      const response = await post().type("json").set("Content-Encoding", "gzip").send("{}");
      expect(codeOf(response)).toEqual([400, "validation_failed"]);
      expect(response.body.error.fields).toEqual([{ field: "body", message: "cannot be read" }]);
    });

    it("rejects a body above 2 MiB", async () => {
      const response = await post()
        .type("json")
        .send(`"${"x".repeat(MAX_BODY_BYTES)}"`);
      expect(codeOf(response)).toEqual([413, "payload_too_large"]);
    });

    it("names unknown, missing and invalid fields by their path", async () => {
      const recipients = [{ to: "11987654321", extra: 1 }, { to: 5 }, {}];
      const response = await post().send({ ...send, recipients, nope: true });
      const fields = (response.body.error.fields as { field: string }[]).map(({ field }) => field);
      expect(response.status).toBe(400);
      expect(fields).toEqual(
        expect.arrayContaining(["nope", "recipients[0].extra", "recipients[1].to", "recipients[2].to"]),
      );
    });

    it("reports one error for content of several possible types", async () => {
      const response = await post().send({ ...send, content: { type: "text" } });
      expect(response.body.error.fields).toHaveLength(1);
      expect(response.body.error.fields[0].field).toBe("content.text");
      const unknown = await post().send({ ...send, content: { type: "smoke" } });
      expect(unknown.body.error.fields[0].field).toMatch(/^content/);
    });

    it("lists at most 100 fields", async () => {
      const recipients = times(300, () => ({ to: 5, x: 1 }));
      const response = await post().send({ ...send, recipients });
      expect(response.status).toBe(400);
      expect(response.body.error.fields).toHaveLength(100);
    });

    it("reports only the first error of a body above 8 KiB, in any transfer encoding", async () => {
      const body = JSON.stringify({ ...send, recipients: times(900, () => ({ nope: 1 })) });
      await listening(service.express, async (port) => {
        const send = (bytes: string | Uint8Array<ArrayBuffer> | ReadableStream, headers = {}) => {
          const json = { "X-API-Key": service.key, "Content-Type": "application/json", Connection: "close" };
          // A stream needs `duplex`, which the types of fetch lack.
          const init = { method: "POST", headers: { ...json, ...headers }, body: bytes, duplex: "half" };
          return fetch(`http://127.0.0.1:${port}/v3/messages`, init);
        };
        for (const response of [
          await send(body),
          await send(new Uint8Array(gzipSync(body)), { "Content-Encoding": "gzip" }),
          await send(new Blob([body]).stream()),
        ]) {
          const { error } = (await response.json()) as { error: { code: string; fields: unknown[] } };
          expect([response.status, error.code, error.fields.length]).toEqual([400, "validation_failed", 1]);
        }
      });
    });

    it("does not validate the items of a list that is too long", async () => {
      const response = await post().send({ ...send, recipients: times(1_001, () => 0) });
      expect(response.body.error.fields).toEqual([
        { field: "recipients", message: expect.stringContaining("1000") as string },
      ]);
    });

    it("names a field for every error, within the contract's length limits", async () => {
      const long = "x".repeat(5_000);
      const half = `${"x".repeat(499)}😀`;
      const fieldsOf = async (sent: ReturnType<typeof post>) =>
        ((await sent.expect(400)).body.error.fields as { field: string; message: string }[]).map(
          ({ field, message }) => [field, message.length <= 1_000],
        );
      expect(await fieldsOf(post().send({ ...send, "": null }))).toEqual([["body", true]]);
      expect(await fieldsOf(post().send({ ...send, [long]: 1 }))).toEqual([[long.slice(0, 500), true]]);
      expect(await fieldsOf(post().send({ ...send, [half]: 1 }))).toEqual([
        [`${half.slice(0, 499)}\ufffd`, true],
      ]);
      expect(await fieldsOf(service.request.get("/v3/messages?=false"))).toEqual([["query", true]]);
      expect(await fieldsOf(service.request.get(`/v3/messages?${long}=1`))).toEqual([
        [long.slice(0, 500), true],
      ]);
      expect(await fieldsOf(post().type("json").send('"\\u0000"'))).toEqual([["body", true]]);
    });

    it("rejects NUL and lone surrogates, naming the field, and accepts surrogate pairs", async () => {
      const withText = (text: string) =>
        `{"channel":"sms","content":{"type":"text","text":"${text}"},"recipients":[{"to":"11987654321"}]}`;
      for (const text of ["\\u0000", "\\ud83d", "\\ude00x"]) {
        const response = await post().type("json").send(withText(text));
        expect([text, ...codeOf(response)]).toEqual([text, 400, "validation_failed"]);
        expect(response.body.error.fields[0].field).toBe("content.text");
      }
      await post().type("json").send(withText("\\ud83d\\ude00")).expect(202);
    });

    it("rejects deeply nested bodies", async () => {
      for (const [depth, inner] of [
        [100_000, ""],
        [100_000, '"\\u0000"'],
        [100_000, '"\\ud800"'],
        [500_000, "0"],
      ] as const) {
        const body = "[".repeat(depth) + inner + "]".repeat(depth);
        expect(codeOf(await post().type("json").send(body))).toEqual([400, "validation_failed"]);
        const named = `{"\u0041\\u0041":${'{"a":'.repeat(depth / 10)}${inner || "0"}${"}".repeat(depth / 10)}}`;
        expect(codeOf(await post().type("json").send(named))).toEqual([400, "validation_failed"]);
      }
    });

    it("rejects more than 10,000 lists and objects, and ignores brackets in texts", async () => {
      const lists = `[${"[],".repeat(100_000)}0]`;
      const refused = await post().type("json").send(lists);
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        "The body contains more than 10000 lists and objects",
      ]);
      const recipients = times(300, () => ({
        to: "11987654321",
        variables: { a: '[{"\\'.repeat(250) },
      }));
      await post()
        .send({ ...send, recipients })
        .expect(202);
    });

    it("forbids framing and content sniffing on every response", async () => {
      for (const path of [
        "/v3/messages",
        "/v3/nowhere",
        "/nowhere",
        "/healthz",
        "/metrics",
        "/openapi.json",
        "/openapi.sdk.json",
      ]) {
        const { headers } = await service.request.get(path);
        expect([path, headers["content-security-policy"], headers["x-content-type-options"]]).toEqual([
          path,
          "default-src 'none'; frame-ancestors 'none'",
          "nosniff",
        ]);
      }
    });

    it("forbids caching of authenticated responses and of errors", async () => {
      const { request, anonymous } = service;
      for (const [response, status] of [
        [await request.get("/v3/messages"), 200],
        [await request.get("/v3/messages/export"), 200],
        [await request.post("/v3/messages").send(send), 202],
        [await request.post("/v3/messages").send({}), 400],
        [await request.get("/v3/nowhere"), 404],
        [await anonymous.get("/v3/messages"), 401],
        [await anonymous.get("/nowhere"), 404],
        [await anonymous.get("/healthz"), 200],
        [await anonymous.get("/metrics"), 200],
        [await anonymous.get("/carriers/unknown/reports"), 404],
      ] as const) {
        expect([response.status, response.headers["cache-control"]]).toEqual([status, "no-store"]);
      }
      for (const path of ["/openapi.json", "/docs"]) {
        expect((await anonymous.get(path)).headers["cache-control"]).toBe("no-cache");
      }
    });

    it.each([
      ["requests", "listMessages", "GET /v3/messages", "", MAX_REQUESTS_OF_ACCOUNT],
      [
        "requests with a small chunked body",
        "previewMessages",
        "POST /v3/messages/preview",
        `${JSON_TYPE}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n`,
        MAX_REQUESTS_OF_ACCOUNT,
      ],
      [
        "requests with large bodies",
        "previewMessages",
        "POST /v3/messages/preview",
        `${JSON_TYPE}Content-Length: ${LARGE_BODY.length + 2}\r\n\r\n${LARGE_BODY}`,
        LARGE_REQUESTS.perGroup,
      ],
    ])(
      "limits the concurrent %s of an account, and lets the rest wait",
      async (_, operation, line, rest, limit) => {
        const chosen = routes.filter(({ operationId }) => operationId === operation);
        let counted = 0;
        let begun = 0;
        let release: () => void = () => {};
        const released = new Promise<void>((resolve) => (release = resolve));
        const handle = async () => {
          begun += 1;
          await released;
          return { status: 200, body: {} };
        };
        const app = apiApp(service, {
          routes: chosen,
          defaultRateLimit: 1_000,
          checks: new Map(chosen.map((route) => [route, async () => {}])),
          handlers: { [operation]: handle } as never,
          counter: { count: async (_account, windowStart) => ({ used: ++counted, windowStart }) },
        });
        await listening(app, async (port) => {
          const count = 2 * limit;
          const head = `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key: ${service.key}\r\n`;
          const responses = Promise.all(times(count, () => exchange(port, `${head}${rest}\r\n`)));
          await until(
            "the limit of concurrent requests",
            20,
            async () => counted === count && begun === limit,
            5,
          );
          await new Promise((resolve) => setTimeout(resolve, 50));
          expect(begun).toBe(limit);
          release();
          expect(new Set((await responses).map((response) => response.slice(9, 12)))).toEqual(
            new Set(["200"]),
          );
          expect(begun).toBe(count);
        });
      },
    );

    it("returns the caller's request id when it is well-formed, otherwise a generated one", async () => {
      const own = await service.request.get("/v3/nowhere").set("X-Request-Id", "abc-1");
      expect([own.headers["x-request-id"], own.body.error.request_id]).toEqual(["abc-1", "abc-1"]);
      const generated = await service.request.get("/v3/nowhere").set("X-Request-Id", "no good");
      expect(generated.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("returns the headers of GET for HEAD, without a body", async () => {
      const response = await service.request.head("/v3/messages").expect(200);
      expect([response.text ?? "", response.headers["ratelimit-limit"]]).toEqual(["", "1000000"]);
    });

    it("rejects malformed ids and paths", async () => {
      expect(codeOf(await service.request.get("/v3/messages/nope"))).toEqual([400, "validation_failed"]);
      const undecodable = await service.request.get("/v3/messages/%E0%A4%A");
      expect(codeOf(undecodable)).toEqual([400, "validation_failed"]);
      expect(undecodable.body.error.fields).toEqual([
        { field: "path", message: "is not properly percent-encoded" },
      ]);
      expect(
        codeOf(await service.request.get("/v3/messages/urn:uuid:01930000-0000-7000-8000-000000000000")),
      ).toEqual([400, "validation_failed"]);
    });
  });

  describe("an operation without a request body", () => {
    const UNEXPECTED = [{ field: "body", message: "must be empty, because this operation takes no body" }];
    const pathOf = (path: string) =>
      `/v3${path.replace(/\{[^}]+\}/g, "01930000-0000-7000-8000-000000000000")}`;
    const bodiless = routes.filter(({ method, hasBody }) => method !== "GET" && !hasBody);
    const launch = (type: string, body?: string) =>
      service.request.post(pathOf("/campaigns/{campaign_id}/launch")).set("Content-Type", type).send(body);

    it.each(bodiless.map((route) => [route.operationId, route] as const))(
      "rejects a body in %s instead of ignoring it",
      async (_, { method, path }) => {
        const agent = service.request[method.toLowerCase() as "post"](pathOf(path));
        const response = await agent.send({ scheduled_at: "2030-01-01T00:00:00Z" });
        expect(codeOf(response)).toEqual([400, "validation_failed"]);
        expect(response.body.error.fields).toEqual(UNEXPECTED);
      },
    );

    it.each([
      ["text", "text/plain", "now"],
      ["bytes that are not JSON", "application/json", "{"],
      ["an empty string", "application/json", '""'],
      ["a body of several KiB", "application/json", LARGE_BODY],
      ["a body above 2 MiB", "application/json", "x".repeat(MAX_BODY_BYTES + 1)],
    ])("rejects %s", async (_, type, body) => {
      const response = await launch(type, body);
      expect(codeOf(response)).toEqual([400, "validation_failed"]);
      expect(response.body.error.fields).toEqual(UNEXPECTED);
    });

    it.each([
      ["application/json", "{}"],
      ["application/json", " { }\n"],
      ["application/json", "[]"],
      ["application/json", "null"],
      ["text/plain", "{}"],
      ["application/x-www-form-urlencoded", undefined],
    ])("accepts an empty body (%s, %j)", async (type, body) => {
      expect(codeOf(await launch(type, body))).toEqual([404, "not_found"]);
    });

    it("accepts a compressed empty body, and rejects a compressed body with content", async () => {
      const zipped = (text: string) =>
        launch("application/json")
          .set("Content-Encoding", "gzip")
          .serialize(() => gzipSync(text) as unknown as string)
          .send({});
      expect(codeOf(await zipped("{}"))).toEqual([404, "not_found"]);
      expect(codeOf(await zipped('{"now":true}'))).toEqual([400, "validation_failed"]);
    });

    it("rejects a body whose client has gone before it was read", async () => {
      const gone = { headers: { "content-length": "2" }, complete: false } as unknown as Request;
      await expect(refuseBody(gone, {} as Response)).rejects.toMatchObject({ status: 400 });
    });

    it("distinguishes empty chunked bodies from others, and keeps the connection", async () => {
      const head = `POST ${pathOf("/campaigns/{campaign_id}/launch")} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${service.key}\r\n`;
      const chunked = `${head}Transfer-Encoding: chunked\r\n`;
      const large = (0x8000).toString(16);
      const responses = await listening(service.express, (port) =>
        exchange(
          port,
          [
            `${chunked}\r\n0\r\n\r\n`,
            `${chunked}\r\n${large}\r\n${"x".repeat(0x8000)}\r\n0\r\n\r\n`,
            `${head}Content-Length: ${LARGE_BODY.length}\r\n\r\n${LARGE_BODY}`,
            `${chunked}Connection: close\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
          ].join(""),
        ),
      );
      expect([...responses.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
        "404",
        "400",
        "400",
        "404",
      ]);
    });

    it("checks the key's scope before the body", async () => {
      const narrow = service.agent(await service.keyWith(service.accountId, ["files:read"]));
      const path = pathOf("/campaigns/{campaign_id}/launch");
      expect(codeOf(await narrow.post(path).send({ now: true }))).toEqual([403, "forbidden"]);
    });
  });

  it.each([
    "/messages?block_reason=suppressed",
    "/messages/export?status=sent",
    "/inbound-messages?content_type=text",
    "/inbound-rcs-events?event_type=typing",
    "/conversations?status=open",
    "/consents?status=granted",
    "/consents?channel=sms",
    "/campaigns?status=draft",
    "/templates?purpose=otp",
    "/usage?channel=sms",
  ])("accepts 100 equal values of the filter in %s", async (path) => {
    const filter = path.split("?")[1] as string;
    await service.request.get(`/v3${path}${`&${filter}`.repeat(99)}`).expect(200);
    await service.request.get(`/v3${path}${`&${filter}`.repeat(100)}`).expect(400);
  });

  it("passes each value of a filter to the operation once", async () => {
    const route = routes.find(({ operationId }) => operationId === "listMessages");
    if (!route) throw new Error("no such route");
    let received: object | null = null;
    const listMessages = async ({ query }: { query: object }) => {
      received = query;
      return { status: 200, body: {} };
    };
    const app = apiApp(service, {
      routes: [route],
      checks: await checksFor(contract as unknown as ContractDocument, [route], {
        prefix: "/v3",
        validateResponses: false,
      }),
      handlers: { listMessages } as never,
      counter: firstOfWindow,
      defaultRateLimit: 1,
    });
    const query = "status=sent&status=read&status=sent&search=abc";
    await request(app).get(`/v3/messages?${query}`).set("X-API-Key", service.key).expect(200);
    expect(received).toMatchObject({ status: ["sent", "read"], search: "abc" });
  });

  it("returns 500 for a response outside the contract when responses are validated", async () => {
    const route = routes.find(({ operationId }) => operationId === "listMessages");
    if (!route) throw new Error("no such route");
    const document = contract as unknown as ContractDocument;
    const checks = await checksFor(document, [route], { prefix: "/v3", validateResponses: true });
    const handlers = [
      async () => ({ status: 200, body: { data: "none" } }),
      async () => Promise.reject(new Problem(403, "conflict", "Not in the contract")),
    ];
    for (const listMessages of handlers) {
      const app = apiApp(service, {
        checks,
        routes: [route],
        defaultRateLimit: 1,
        validateResponses: true,
        handlers: { listMessages } as never,
        counter: firstOfWindow,
      });
      const response = await request(app).get("/v3/messages").set("X-API-Key", service.key);
      expect(codeOf(response)).toEqual([500, "internal_error"]);
    }
  });

  describe("sampled responses", () => {
    const PERSON = "+5511987654321";
    const message = { message_id: PERSON, to: PERSON };
    async function* entries() {
      for (let left = 30; left > 0; left -= 1) yield message;
    }
    /** Serves `listMessages` by a handler. Returns the response, the metrics and the log. */
    async function sampled(handle: () => Promise<object>, isSampled = true) {
      const route = routes.find(({ operationId }) => operationId === "listMessages");
      if (!route) throw new Error("no such route");
      const document = contract as unknown as ContractDocument;
      const options = { prefix: "/v3", validateResponses: false };
      const lines: { msg: string }[] = [];
      const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
      const app = apiApp(
        service,
        {
          checks: await checksFor(document, [route], options),
          routes: [route],
          defaultRateLimit: 1_000,
          samples: { check: responseCheck(document), isSampled: () => isSampled },
          handlers: { listMessages: handle } as never,
          counter: firstOfWindow,
        },
        log,
      );
      const response = await request(app).get("/v3/messages").set("X-API-Key", service.key);
      const { text } = await request(app).get("/metrics");
      const logged = lines.find(({ msg }) => msg === "response violates the contract");
      return { response, logged, violations: /^recado_contract_violations_total.*$/m.exec(text)?.[0] };
    }
    const COUNTED = 'recado_contract_violations_total{operation="listMessages"} 1';

    it("counts and logs a violation without its values, and does not change the response", async () => {
      const { response, logged, violations } = await sampled(async () => ({
        status: 200,
        body: { data: entries() },
      }));
      expect(response.status).toBe(200);
      expect((response.body as { data: unknown[] }).data).toEqual(Array.from({ length: 30 }, () => message));
      expect(violations).toBe(COUNTED);
      expect(logged).toMatchObject({ operation: "listMessages", status: 200 });
      expect(logged).toHaveProperty("violations.0.path");
      expect(JSON.stringify(logged)).not.toContain(PERSON);
    });

    it("counts an error that the operation does not declare", async () => {
      const undeclared = () => Promise.reject(new Problem(409, "conflict", "Not in the contract"));
      const { response, logged, violations } = await sampled(undeclared);
      expect([codeOf(response), violations]).toEqual([[409, "conflict"], COUNTED]);
      expect(logged).toMatchObject({ violations: [{ path: "", rule: "status" }] });
    });

    it.each([
      [
        "a valid list",
        async () => ({
          status: 200,
          body: { data: [], pagination: { limit: 20, offset: 0, total: 0, has_more: false } },
        }),
      ],
      ["a declared error", () => Promise.reject(new Problem(400, "validation_failed", "Too broad"))],
    ])("counts nothing for %s", async (_, handle) => {
      expect((await sampled(handle)).violations).toBeUndefined();
    });

    it("checks only the sampled responses", async () => {
      const { violations } = await sampled(async () => ({ status: 200, body: { data: "none" } }), false);
      expect(violations).toBeUndefined();
    });
  });

  describe("a cut database connection", () => {
    const cut = () => Object.assign(new Error("terminating connection"), { code: "57P01" });

    /** Serves `/messages`; key lookup, request count and handler each fail `failures` times first. */
    function unsteady(failures: number) {
      const left = { key: failures, count: failures, handler: failures };
      const step = (name: keyof typeof left) => {
        if (left[name]-- > 0) throw cut();
      };
      // Every query reads `client` first.
      const db = new Proxy(service.db, {
        get(target, property) {
          if (property === "client") step("key");
          return Reflect.get(target, property) as unknown;
        },
      });
      const handle = async () => {
        step("handler");
        return { status: 200, body: {} };
      };
      const chosen = routes.filter(({ path }) => path === "/messages");
      const app = apiApp(
        { db, clock: service.clock },
        {
          routes: chosen,
          handlers: { listMessages: handle, sendMessages: handle } as never,
          checks: new Map(chosen.map((route) => [route, async () => {}])),
          counter: {
            count: async (accountId, windowStart, limit) => {
              step("count");
              return firstOfWindow.count(accountId, windowStart, limit);
            },
          },
          defaultRateLimit: 1,
        },
      );
      return { app, left };
    }

    it("is hidden by one retry of a read, and returned as an error when the retry fails too", async () => {
      const once = unsteady(1);
      await request(once.app).get("/v3/messages").set("X-API-Key", service.key).expect(200);
      expect(Object.values(once.left).every((left) => left < 0)).toBe(true);
      const twice = unsteady(2);
      await request(twice.app).get("/v3/messages").set("X-API-Key", service.key).expect(503);
    });

    it("leads to no retry of a request that may have had effects", async () => {
      const { app, left } = unsteady(1);
      await request(app)
        .post("/v3/messages")
        .type("json")
        .set("X-API-Key", service.key)
        .send("{}")
        .expect(503);
      expect(left.handler).toBe(0);
    });
  });

  it("serves health, readiness, metrics, the contract and the documentation without a key", async () => {
    const { anonymous } = service;
    await anonymous.get("/healthz").expect(200);
    await until("it is ready", 10, async () => (await anonymous.get("/readyz")).status === 200);
    expect((await anonymous.get("/metrics").expect(200)).text).toContain(
      "recado_http_request_duration_seconds",
    );
    for (const path of ["/openapi.json", "/openapi.sdk.json"])
      expect((await anonymous.get(path).expect(200)).body.openapi).toBe("3.1.0");
    const page = await anonymous.get("/docs").expect(200);
    for (const [, asset] of page.text.matchAll(/(?:href|src)="(\/[^"]+)"/g))
      await anonymous.get(asset as string).expect(200);
    expect(page.text).not.toMatch(/https?:\/\//);
  });
});

describe("the HTTP layer without a database", () => {
  it("returns 503 with Retry-After and no details when the database is unreachable", async () => {
    const db = openDatabase({ url: "postgres://u:secret@127.0.0.1:1/none", sqliteFile: "", poolSize: 1 });
    const app = apiApp(
      { db, clock: systemClock },
      { routes: [], handlers: {} as never, checks: new Map(), counter: firstOfWindow, defaultRateLimit: 1 },
    );
    const response = await request(app).get("/v3/messages").set("X-API-Key", UNKNOWN);
    expect([response.status, response.body.error.code]).toEqual([503, "service_unavailable"]);
    expect(response.headers["retry-after"]).toBe("5");
    expect(response.text).not.toMatch(/secret|127\.0\.0\.1|select/);
    await request(app).get("/readyz").expect(503);
    await request(app).get("/healthz").expect(200);
    await db.destroy();
  });

  it("reads all of up to 1,000 headers", async () => {
    const headers = times(998, (index) => `h${index}: x\r\n`).join("");
    const response = await listening(
      (req, res) => res.end(`${Object.keys(req.headers).length} ${String(req.headers.last)}`),
      (port) =>
        exchange(port, `GET / HTTP/1.1\r\nHost: x\r\n${headers}Last: seen\r\n\r\nGET / HTTP/1.0\r\n\r\n`),
    );
    expect(response).toContain("1000 seen");
  });

  it.each([
    ["headers that are too large", 431, `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${"x".repeat(20_000)}`],
    ["bytes that are not HTTP", 400, "NONSENSE"],
    ["a request without Host", 400, "GET / HTTP/1.1"],
    ["a request with two Host headers", 400, "GET / HTTP/1.1\r\nHost: x\r\nHost: y"],
    ["a request with the same Host header twice", 400, "GET / HTTP/1.0\r\nHost: x\r\nhost: x"],
    ["two Host headers with Expect: 100-continue", 400, `${CONTINUE}\r\nHost: y`],
    ["more than 1,000 headers", 431, `GET / HTTP/1.1\r\nHost: x\r\n${"a:\r\n".repeat(1_000)}b:`],
    ["more headers than Node counts", 431, `GET / HTTP/1.1\r\n${"a:\r\n".repeat(3_500)}Host: x`],
    ["an unknown expectation", 417, "GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders"],
  ])("returns the envelope for %s, which Node would reject itself", async (_, status, head) => {
    const response = await listening(
      (_req, res) => res.end(),
      (port) => exchange(port, `${head}\r\n\r\n`),
    );
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(response).toContain("X-Request-Id: id\r\n");
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toMatchObject({
      error: { code: "validation_failed", request_id: "id" },
    });
  });

  it("serves a client of HTTP/1.0 without Host", async () => {
    const response = await listening(
      (_req, res) => res.end("served"),
      (port) => exchange(port, "GET / HTTP/1.0\r\n\r\n"),
    );
    expect(response).toMatch(/200 OK[^]*served$/);
  });

  it("logs a client that disconnects during its request at level debug", async () => {
    const lines: { level: number; msg: string }[] = [];
    const log = pino({ level: "debug" }, { write: (line) => void lines.push(JSON.parse(line)) });
    const upload = express.Router().put("/upload", async (req, res) => {
      for await (const _ of req) continue;
      res.end();
    });
    const app = expressApp({
      ids: { next: () => "id" },
      log,
      metrics: createMetrics(),
      trustedProxies: 0,
      tracing: NO_TRACING,
      operations: null,
      api: null,
      extras: [upload],
    });
    await listening(app, async (port) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write("PUT /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nsome", () =>
          setTimeout(() => socket.destroy(), 50),
        ),
      );
      await until("both lines are logged", 10, async () => lines.length >= 2, 20);
    });
    expect(lines.map(({ level, msg }) => [level, msg]).sort()).toEqual([
      [20, "the client disconnected"],
      [30, "request"],
    ]);
  });
});

describe("start-up", () => {
  const handlers = Object.fromEntries(routes.map((route) => [route.operationId, () => {}]));

  it("rejects an operation without handler or scope, and a handler without operation", () => {
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
    const app = { replica: null, config: {} } as never;
    expect(Object.keys(handlersOf(app)).sort()).toEqual(routes.map((route) => route.operationId).sort());
  });
});

describe("field names and timestamps", () => {
  it("turns a validator's path into a field's name", () => {
    expect(fieldName("/body/recipients/3/to")).toBe("recipients[3].to");
    expect(fieldName("/query/limit")).toBe("limit");
    expect(fieldName("/headers/idempotency-key")).toBe("Idempotency-Key");
    expect(fieldName("/params/file_id")).toBe("file_id");
    expect([fieldName("/body"), fieldName("/body/"), fieldName("/query/")]).toEqual([
      "body",
      "body",
      "query",
    ]);
    expect(fieldName("/body/variables/a~1b")).toBe("variables.a/b");
  });

  it.each([
    "2026-01-31T12:00:00Z",
    "2026-01-31t12:00:00.123z",
    "2024-02-29T00:00:00-03:00",
    "1970-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "0000-02-29T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59Z",
    "2026-01-31T12:00:00.12345678901234Z",
    "2016-12-31T23:59:60Z",
    "2016-12-31T20:59:60.5-03:00",
  ])("accepts the timestamp %s", (text) => expect(isTimestamp(text)).toBe(true));
  it.each([
    "2026-02-29T00:00:00Z",
    "2026-01-30T23:59:60Z",
    "2026-01-31T12:00:60Z",
    "2026-01-31T23:59:60-03:00",
    "2026-01-31T23:59:61Z",
    "0000-01-01T00:00:00+00:01",
    "2026-01-31T12:00:00.Z",
    "9999-12-31T23:59:59-01:00",
    "2026-01-31 12:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31T12:00:00+24:00",
  ])("rejects the timestamp %s", (text) => expect(isTimestamp(text)).toBe(false));

  it.each([
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
    ["2016-12-31t20:59:60.25-03:00", "2017-01-01T00:00:00.25Z"],
    ["2026-01-31T12:00:00.12345678901234Z", "2026-01-31T12:00:00.123Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"],
  ])("parses %s as %s", (text, same) => expect(parseTimestamp(text)).toBe(Date.parse(same)));
});
