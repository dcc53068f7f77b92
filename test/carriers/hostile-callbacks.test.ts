import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { httpServer } from "../../src/http/server";
import { signatureOf } from "../../src/carriers/twilio/signature";
import { setAccount } from "../../src/features/accounts/accounts.store";
import {
  findConnection,
  insertConnection,
  openSecrets,
} from "../../src/features/connections/connections.store";
import { insertSender } from "../../src/features/senders/senders.store";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { RawClient } from "../support/raw-client";
import { testService } from "../support/service";
import { until } from "../support/until";
import { CLIENT_TOKEN, keyFileOf, notification } from "./support/google-peer";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
/** Signatures of Twilio and Google that no body has. */
const SIGNED = { "X-Twilio-Signature": "AAAA", "X-Goog-Signature": "AAAA" };
const MIB = 1_024 * 1_024;

const CONNECTIONS: (Parameters<typeof insertConnection>[2] & { name: string })[] = [
  {
    name: "signed",
    kind: "twilio",
    settings: { url: "http://127.0.0.1:9", account_sid: `AC${"0".repeat(32)}` },
    secrets: { auth_token: "secret" },
  },
  {
    name: "bearer",
    kind: "http",
    settings: { url: "https://adapter.example" },
    secrets: { token: "out", callback_token: "in" },
  },
  { name: "by-url", kind: "zenvia", settings: {}, secrets: { token: "t" } },
  {
    name: "agent",
    kind: "google-rcs",
    settings: {},
    secrets: { service_account: keyFileOf("https://oauth2.example/token"), client_token: CLIENT_TOKEN },
  },
];

describe.each(databases)("hostile callbacks on %s", (database) => {
  const service = testService(database, { env: { RECADO_PUBLIC_URL: "https://recado.example" } });
  let server: Server;
  let token: string;
  const clients: RawClient[] = [];

  beforeAll(async () => {
    const { app, clock, db, express } = service;
    for (const given of CONNECTIONS) await insertConnection(db, app.secrets, given, clock.now());
    const stored = await findConnection(db, "by-url");
    if (stored === null) throw new Error("the connection is missing");
    token = openSecrets(app.secrets, stored).token;
    server = httpServer(express, app.ids);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => clients.splice(0).forEach((client) => client.end()));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Sends headers and a part of the body, and returns the client when it has a response. */
  async function request(path: string, headers: Record<string, string>, body: string | Buffer = "") {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const client = new RawClient((server.address() as AddressInfo).port).read();
    clients.push(client);
    client.send(`POST ${path.replace(":token", token)} HTTP/1.1\r\nHost: x\r\n${lines.join("")}\r\n`);
    client.send(body);
    await until(`an answer to ${path}`, 10, async () => client.statuses.length > 0);
    return client;
  }
  const statusOf = async (...given: Parameters<typeof request>) => (await request(...given)).statuses[0];

  const addSender = async (carrier: string, address: string) => {
    const { accountId, app, clock, db } = service;
    const sender = { id: app.ids.next(), accountId, channel: "sms", address, carrier } as const;
    await insertSender(db, { ...sender, maxPerSecond: 1, createdAt: clock.now() });
  };

  const WRONG_TOKEN = "x".repeat(43);
  const length = (bytes: number) => ({ "Content-Length": String(bytes) });

  it.each<[string, string, Record<string, string>, number]>([
    ["without a bearer token", "/carriers/bearer/reports", { "Content-Type": JSON_TYPE }, 401],
    ["with another bearer token", "/carriers/bearer/replies", { Authorization: "Bearer no" }, 401],
    ["with another token in the URL", `/carriers/by-url/${WRONG_TOKEN}/events`, {}, 401],
    ["without a token in the URL", "/carriers/by-url/events", {}, 401],
    ["at an unknown path", "/carriers/signed/nowhere", { "Content-Type": FORM }, 404],
    ["at an unknown path, with its token", "/carriers/bearer/x", { Authorization: "Bearer in" }, 404],
    ["of an unknown connection", "/carriers/unknown/reports", {}, 404],
    ["without a signature", "/carriers/signed/status", { "Content-Type": FORM }, 401],
    ["without a signature", "/carriers/signed/messages", { "Content-Type": JSON_TYPE }, 401],
    ["without a signature", "/carriers/agent/events", { "Content-Type": FORM }, 401],
    ["of another media type", "/carriers/signed/status", { ...SIGNED, "Content-Type": JSON_TYPE }, 415],
    ["of another media type", "/carriers/agent/events", { ...SIGNED, "Content-Type": FORM }, 415],
    ["of another media type", "/carriers/by-url/:token/events", { "Content-Type": "text/xml" }, 415],
    [
      "of another media type",
      "/carriers/bearer/reports",
      { Authorization: "Bearer in", "Content-Type": "text/plain" },
      415,
    ],
  ])("refuses a callback before its body is sent: %s (%s)", async (_, path, headers, status) => {
    expect(await statusOf(path, { ...headers, ...length(1_000) })).toBe(status);
  });

  it.each<[string, Record<string, string>]>([
    ["without a signature", {}],
    ["with a wrong signature", SIGNED],
  ])("returns 401 for a notification %s whose body is not JSON", async (_, headers) => {
    expect(await statusOf("/carriers/agent/events", { ...headers, ...length(1) }, "x")).toBe(401);
  });

  it.each<[string, string, Record<string, string>, number]>([
    ["a signed form", "/carriers/signed/status", { ...SIGNED, "Content-Type": FORM }, 64 * 1_024],
    ["a notification", "/carriers/agent/events", { ...SIGNED, "Content-Type": JSON_TYPE }, 128 * 1_024],
    ["an event", "/carriers/by-url/:token/events", { "Content-Type": JSON_TYPE }, 256 * 1_024],
    ["reports", "/carriers/bearer/reports", { Authorization: "Bearer in" }, 2 * MIB],
    ["replies", "/carriers/bearer/replies", { Authorization: "Bearer in" }, 16 * MIB],
  ])("refuses %s that announces more than its kind needs", async (_, path, headers, limit) => {
    expect(await statusOf(path, { ...headers, ...length(limit + 1) })).toBe(413);
  });

  it.each(["/carriers/signed/status", "/carriers/agent/events"])(
    "refuses a chunked body at %s that exceeds what its kind needs",
    async (path) => {
      const headers = {
        ...SIGNED,
        "Content-Type": path.endsWith("status") ? FORM : JSON_TYPE,
        "Transfer-Encoding": "chunked",
      };
      expect(await statusOf(path, headers, `30000\r\n${"x".repeat(0x30000)}\r\n`)).toBe(413);
    },
  );

  it.each([
    ["br", brotliCompressSync(Buffer.alloc(MIB))],
    ["gzip", gzipSync(Buffer.alloc(MIB))],
    ["deflate", Buffer.from("x")],
    ["identity, br", Buffer.from("x")],
  ])("refuses bodies encoded as %s", async (encoding, bytes) => {
    const encoded = { "Content-Encoding": encoding, ...length(bytes.length) };
    for (const [path, headers] of [
      ["/carriers/signed/status", { ...SIGNED, "Content-Type": FORM }],
      ["/carriers/agent/events", { "Content-Type": JSON_TYPE }],
      ["/carriers/by-url/:token/events", { "Content-Type": JSON_TYPE }],
      ["/carriers/bearer/replies", { Authorization: "Bearer in" }],
    ] as const) {
      expect(await statusOf(path, { ...headers, ...encoded })).toBe(415);
    }
  });

  it.each<[string, Record<string, string>]>([
    ["/carriers/bearer/reports", { "Transfer-Encoding": "chunked" }],
    ["/carriers/bearer/replies", length(MIB)],
    ["/carriers/signed/status", { ...SIGNED, "Content-Type": FORM, ...length(MIB) }],
    ["/carriers/agent/events", { "Content-Type": FORM, "Transfer-Encoding": "chunked" }],
  ])(
    "closes the connection of a callback that is refused at %s while its body continues (%j)",
    async (path, headers) => {
      const client = await request(path, headers);
      await client.closed;
      expect(client.text).toContain("Connection: close");
    },
  );

  it.each([
    [
      "/reports",
      "unmatched_reports",
      { reports: [{ reference: "r-1", status: "delivered", occurred_at: "2026-11-01T12:00:00Z" }] },
    ],
    [
      "/replies",
      "inbound_messages",
      { replies: [{ channel: "sms", from: "+5511987654321", to: "27009", type: "text", text: "Oi" }] },
    ],
  ])(
    "fails a genuine callback to %s until it is stored, so that the carrier repeats it",
    async (...given) => {
      const [path, table, callback] = given;
      const { db } = service;
      if (path === "/replies") await addSender("bearer", "27009");
      const body = JSON.stringify(callback);
      const post = () =>
        statusOf(`/carriers/bearer${path}`, { Authorization: "Bearer in", ...length(body.length) }, body);
      await db.schema.renameTable(table, `${table}_away`);
      expect(await post()).toBe(500);
      await db.schema.renameTable(`${table}_away`, table);
      expect(await post()).toBe(204);
      expect(await db(table)).toHaveLength(1);
    },
  );

  it("stores and follows a reply's text once while its file is unavailable, and returns 503", async () => {
    await addSender("signed", "+15005550006");
    const path = "/carriers/signed/messages";
    const form = new URLSearchParams({
      MessageSid: `SM${"2".repeat(32)}`,
      From: "+5511987650001",
      To: "+15005550006",
      Body: "SAIR",
      NumMedia: "1",
      MediaUrl0: "http://127.0.0.1:9/ME1",
    });
    const signature = signatureOf(`https://recado.example${path}`, form, "secret");
    const body = form.toString();
    const headers = { "Content-Type": FORM, "X-Twilio-Signature": signature, ...length(body.length) };
    const { accountId, db } = service;
    await setAccount(db, accountId, { optOutConfirmation: "Pronto, saiu." });
    const exchange = new Exchange(service);
    for (let time = 0; time < 2; time += 1) {
      expect(await statusOf(path, headers, body)).toBe(503);
      expect((await exchange.provisionedList()).contact_count).toBe(1);
      const confirmation = { to: "+5511987650001", content: { type: "text", text: "Pronto, saiu." } };
      expect(await exchange.messages()).toMatchObject([confirmation]);
    }
    const stored = db("inbound_messages").where({ sender: "+5511987650001" });
    expect(await stored).toMatchObject([{ text: "SAIR" }]);
  });

  it("accepts genuine callbacks with a length or in chunks", async () => {
    const form = new URLSearchParams({ MessageSid: `SM${"1".repeat(32)}`, MessageStatus: "sent" });
    const signature = signatureOf("https://recado.example/carriers/signed/status", form, "secret");
    const google = notification({ eventType: "AGENT_LAUNCH" });
    for (const [path, headers, body, status] of [
      [
        "/carriers/signed/status",
        { "Content-Type": `${FORM}; charset=UTF-8`, "X-Twilio-Signature": signature },
        form.toString(),
        204,
      ],
      [
        "/carriers/agent/events",
        { "X-Goog-Signature": google.headers["x-goog-signature"] ?? "" },
        google.body.toString(),
        200,
      ],
      ["/carriers/by-url/:token/events", { "Content-Type": JSON_TYPE }, '{"type":"CONTACT"}', 200],
      ["/carriers/bearer/reports", { Authorization: "Bearer in" }, '{"reports":[]}', 204],
    ] as const) {
      expect(await statusOf(path, { ...headers, ...length(body.length) }, body)).toBe(status);
      const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      const identity = { "Content-Encoding": "identity", "Transfer-Encoding": "chunked" };
      expect(await statusOf(path, { ...headers, ...identity }, chunks)).toBe(status);
    }
  });
});
