import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Carrier, ReferenceReport, Submission, SubmittedMessage } from "../../src/carriers/carrier";
import type { Callback, CarrierDeps, Media } from "../../src/carriers/kind";
import { twilioKind } from "../../src/carriers/twilio/twilio";
import { signatureOf } from "../../src/carriers/twilio/signature";
import { noon } from "../support/clock";
import { listening } from "../support/listening";
import { carrierDeps, connectionOf, receive, submissionOf } from "./support/connection";
import { carrierDocument, type PrismPeer, prismPeer } from "./support/prism-peer";

const ACCOUNT = `AC${"a1".repeat(16)}`;
const SID = (prefix: string, n: number) => `${prefix}${n.toString(16).padStart(32, "0")}`;
const TOKEN = "an-auth-token";
const AUTHORIZATION = `Basic ${Buffer.from(`${ACCOUNT}:${TOKEN}`).toString("base64")}`;
const CALLBACK_URL = carrierDeps().callbackUrl;

const connectionTo = (url: string) =>
  connectionOf(twilioKind, { url, account_sid: ACCOUNT }, { auth_token: TOKEN });

const mp3: Media = {
  url: "https://recado.example/media/x?a=1&b=2",
  contentType: "audio/mpeg",
  sizeBytes: 3,
};

const deps = (media: CarrierDeps["media"] = async () => mp3) => carrierDeps({ media });

const sms = (text: string, more: Partial<Submission> = {}): Submission =>
  submissionOf({ content: { type: "text", text }, ...more });

const call = (more: Partial<Submission> = {}): Submission =>
  sms("", { channel: "voice", content: { type: "audio", file_id: "file" }, segments: null, ...more });

const deadline = () => AbortSignal.timeout(20_000);

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

async function started(url: string, media?: CarrierDeps["media"]) {
  const carrier: Carrier = twilioKind.open(connectionTo(url), deps(media));
  const reports: ReferenceReport[] = [];
  await carrier.start(
    async (some) => void reports.push(...(some as readonly ReferenceReport[])),
    async () => undefined,
  );
  open.push(carrier);
  return { carrier, reports };
}

interface Seen {
  path: string;
  authorization: string | undefined;
  form: URLSearchParams;
}

type Handler = (request: Seen, response: ServerResponse, incoming: IncomingMessage) => void;

/** Starts a server in place of Twilio that misbehaves. */
async function peer(handler: Handler) {
  const seen: Seen[] = [];
  const server = createServer((incoming, response) => {
    buffer(incoming).then(
      (body) => {
        const { authorization } = incoming.headers;
        const request = { path: incoming.url ?? "", authorization, form: new URLSearchParams(String(body)) };
        seen.push(request);
        handler(request, response, incoming);
      },
      () => undefined,
    );
  });
  const { url, stop } = await listening(server);
  open.push({ stop });
  return { url, seen, stop };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };

describe("requests to Twilio, validated by its own document", () => {
  let prism: PrismPeer;
  beforeAll(async () => {
    prism = await prismPeer(carrierDocument("twilio"));
  });
  afterAll(() => prism.stop());

  it("sends valid requests for an SMS and a call", async () => {
    const { carrier } = await started(prism.url);
    const outcomes = [
      ...(await carrier.submit([sms("Olá, “João”: 10% & mais? 👋")], deadline())),
      ...(await carrier.submit([call()], deadline())),
    ];
    expect(outcomes).toEqual([
      { type: "accepted", references: [expect.stringMatching(/^SM/)] },
      { type: "accepted", references: [expect.stringMatching(/^CA/)] },
    ]);
    expect(prism.violations).toEqual([]);
  });

  it("sends valid status queries of messages and calls", async () => {
    const { carrier } = await started(prism.url);
    const queried: SubmittedMessage[] = [
      { ...sms("Oi"), submittedAt: noon, reference: SID("SM", 1) },
      { ...call(), submittedAt: noon, reference: SID("CA", 1) },
    ];
    await carrier.queryStatus?.(queried, deadline());
    expect(prism.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      expect.arrayContaining([
        `GET /2010-04-01/Accounts/${ACCOUNT}/Messages/${SID("SM", 1)}.json`,
        `GET /2010-04-01/Accounts/${ACCOUNT}/Calls/${SID("CA", 1)}.json`,
      ]),
    );
    expect(prism.violations).toEqual([]);
  });

  it("sends a valid request for a connection test", async () => {
    expect(await twilioKind.test(connectionTo(prism.url), deps(), deadline())).toBe(
      `${prism.url} accepts account_sid and auth_token`,
    );
    expect(prism.requests.map(({ method, path }) => `${method} ${path}`)).toContain(
      `GET /2010-04-01/Accounts/${ACCOUNT}/Messages.json?PageSize=1`,
    );
    expect(prism.violations).toEqual([]);
  });

  it("sends the account's credentials, and the proxy finds invalid requests", async () => {
    expect(new Set(prism.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([AUTHORIZATION]),
    );
    const before = prism.violations.length;
    await fetch(`${prism.url}/2010-04-01/Accounts/${ACCOUNT}/Messages.json`, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/x-www-form-urlencoded" },
      body: "From=1&SmartEncoded=perhaps",
    });
    expect(prism.violations.length).toBeGreaterThan(before);
  });
});

describe("a submission", () => {
  it("sends one request with the exact text, and returns Twilio's id", async () => {
    const twilio = await peer(json(201, { sid: SID("SM", 7), status: "queued", error_code: null }));
    const { carrier } = await started(twilio.url);
    expect(await carrier.submit([sms("a+b=ç “x” 👋")], deadline())).toEqual([
      { type: "accepted", references: [SID("SM", 7)] },
    ]);
    expect(twilio.seen).toHaveLength(1);
    expect(twilio.seen[0]).toMatchObject({
      path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
      authorization: AUTHORIZATION,
    });
    expect(twilio.seen[0]?.form.get("Body")).toBe("a+b=ç “x” 👋");
    expect(twilio.seen[0]?.form.get("SmartEncoded")).toBe("false");
  });

  it.each<[string, Handler, object]>([
    [
      "refused",
      json(400, { code: 21211, message: "+5511987654321 is not valid", status: 400 }),
      { type: "refused", error: { message: "the number is not valid", carrierCode: "21211" } },
    ],
    [
      "throttled",
      json(429, { code: 20429, status: 429 }, { "retry-after": "2" }),
      { type: "throttled", retryAfterMs: 2_000 },
    ],
    ["unknown when the response is garbage", (_, response) => response.end("<html>"), { type: "unknown" }],
    ["unknown when the response names no message", json(201, { status: "queued" }), { type: "unknown" }],
    [
      "unknown when the response is empty",
      (_, response) => response.writeHead(201).end(),
      { type: "unknown" },
    ],
    [
      "unknown when the response is endless",
      (_, response) => void response.end(Buffer.alloc(5 * 1_024 * 1_024, " ")),
      { type: "unknown" },
    ],
  ])("is %s", async (_, handler, outcome) => {
    const { carrier } = await started((await peer(handler)).url);
    const [found] = await carrier.submit([sms("Oi")], deadline());
    expect(found).toMatchObject(outcome);
    expect(JSON.stringify(found)).not.toContain("987654321");
  });

  it("ends at its deadline without a response", async () => {
    const { carrier } = await started((await peer(() => undefined)).url);
    await expect(carrier.submit([sms("Oi")], AbortSignal.timeout(100))).rejects.toThrow(/timeout|aborted/i);
  });

  it.each<[string, CarrierDeps["media"], object]>([
    [
      "is gone",
      async () => null,
      { type: "refused", error: { message: "a file of the message was deleted" } },
    ],
    [
      "is of a type that Twilio does not play",
      async () => ({ ...mp3, contentType: "audio/ogg" }),
      { type: "refused", error: { message: "Twilio plays MP3 and WAV, not audio/ogg" } },
    ],
  ])("is refused without a request when its file %s", async (_, media, outcome) => {
    const twilio = await peer(json(201, { sid: SID("CA", 1) }));
    const { carrier } = await started(twilio.url, media);
    expect(await carrier.submit([call()], deadline())).toMatchObject([outcome]);
    expect(twilio.seen).toEqual([]);
  });

  it("fails for now when its file is unavailable", async () => {
    const { carrier } = await started("http://127.0.0.1:9", () =>
      Promise.reject(new Error("storage is away")),
    );
    await expect(carrier.submit([call()], deadline())).rejects.toThrow("storage is away");
  });
});

describe("a status query", () => {
  const queried = (n: number, more: Partial<SubmittedMessage> = {}): SubmittedMessage => ({
    ...sms("Oi"),
    messageId: `m${n}`,
    submittedAt: noon,
    reference: SID("SM", n),
    ...more,
  });
  const states: Readonly<Record<string, unknown>> = {
    [SID("SM", 1)]: { status: "delivered", date_updated: "Sat, 31 Jan 2026 11:59:00 +0000" },
    [SID("SM", 2)]: { status: "undelivered", error_code: 30005, date_updated: "never" },
    [SID("SM", 3)]: { status: "sent" },
    [SID("CA", 4)]: { status: "no-answer", end_time: "" },
    [SID("CA", 5)]: { status: "completed", end_time: "Sat, 31 Jan 2026 11:58:00 +0000" },
    [SID("SM", 6)]: { status: "delivered", date_updated: "Sun, 01 Feb 2026 11:58:00 +0000" },
  };
  const bySid: Handler = (request, response, incoming) => {
    const state = states[/\/(\w+)\.json$/.exec(request.path)?.[1] ?? ""];
    json(state ? 200 : 404, state ?? { code: 20404 })(request, response, incoming);
  };

  it("reports final statuses by Twilio's ids, and ignores others", async () => {
    const twilio = await peer(bySid);
    const { carrier, reports } = await started(twilio.url);
    await carrier.queryStatus?.(
      [
        ...[1, 2, 3].map((n) => queried(n)),
        ...[4, 5].map((n) => queried(n, { channel: "voice", reference: SID("CA", n) })),
        ...[6, 99].map((n) => queried(n)),
        queried(7, { reference: null }),
      ],
      deadline(),
    );
    expect(reports).toEqual([
      { reference: SID("SM", 1), status: "delivered", error: null, occurredAt: noon - 60_000 },
      {
        reference: SID("SM", 2),
        status: "undelivered",
        occurredAt: noon,
        error: {
          code: "undeliverable",
          message: "the number is not known to the network",
          carrierCode: "30005",
        },
      },
      {
        reference: SID("CA", 4),
        status: "undelivered",
        occurredAt: noon,
        error: { code: "undeliverable", message: "the call was not answered", carrierCode: "no-answer" },
      },
      { reference: SID("CA", 5), status: "delivered", error: null, occurredAt: noon - 120_000 },
      // A time ahead of the service's clock becomes the present.
      { reference: SID("SM", 6), status: "delivered", error: null, occurredAt: noon },
    ]);
    expect(twilio.seen).toHaveLength(7);
  });

  it("reports the other statuses when one query fails", async () => {
    const twilio = await peer((request, response, incoming) =>
      request.path.includes(SID("SM", 2))
        ? json(500, {})(request, response, incoming)
        : bySid(request, response, incoming),
    );
    const { carrier, reports } = await started(twilio.url);
    const all = [2, 1, 3, 99, 98, 6].map((n) => queried(n));
    await expect(carrier.queryStatus?.(all, deadline())).rejects.toThrow("500");
    expect(reports.map((one) => "reference" in one && one.reference)).toEqual([SID("SM", 1), SID("SM", 6)]);
  });

  it("fails when Twilio refuses it", async () => {
    const { carrier, reports } = await started((await peer(json(401, { code: 20003 }))).url);
    await expect(carrier.queryStatus?.([queried(1)], deadline())).rejects.toThrow("401");
    expect(reports).toEqual([]);
  });
});

describe("the connection test", () => {
  const test = (url: string) => twilioKind.test(connectionTo(url), deps(), deadline());

  it("returns that the account accepts the credentials", async () => {
    const twilio = await peer(json(200, { messages: [] }));
    expect(await test(twilio.url)).toBe(`${twilio.url} accepts account_sid and auth_token`);
    expect(twilio.seen).toMatchObject([
      { path: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json?PageSize=1`, authorization: AUTHORIZATION },
    ]);
  });

  it.each<[string, Handler, RegExp]>([
    ["wrong credentials", json(401, { code: 20003 }), /refuses account_sid and auth_token \(401\)$/],
    ["an unknown account", json(404, { code: 20404 }), /refuses account_sid and auth_token/],
    ["an inactive account", json(403, { code: 20005 }), /returned 403 without messages \(code 20005\)$/],
    ["another server", json(200, []), /returned 200 without messages$/],
    ["an error", json(503, { code: 20503 }), /returned 503 without messages \(code 20503\)$/],
    ["garbage", (_, response) => response.end("<html>"), /responds, but not as Twilio does$/],
  ])("reports %s in one line, without the token", async (_, handler, line) => {
    const failure = test((await peer(handler)).url);
    await expect(failure).rejects.toMatchObject({
      name: "ConnectionTestError",
      message: expect.stringMatching(line),
    });
    await expect(failure).rejects.not.toMatchObject({ message: expect.stringContaining(TOKEN) });
  });

  it("reports an unreachable Twilio", async () => {
    const stopped = await peer(json(200, {}));
    await stopped.stop();
    await expect(test(stopped.url)).rejects.toThrow(`${stopped.url} was not reached (ECONNREFUSED)`);
  });
});

describe("callbacks of Twilio", () => {
  const posted = (path: string, fields: Record<string, string>): Callback => {
    const form = new URLSearchParams(fields);
    const url = `${CALLBACK_URL}${path}`;
    return {
      method: "POST",
      path,
      token: null,
      url,
      query: new URLSearchParams(),
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "x-twilio-signature": signatureOf(url, form, TOKEN),
      },
      body: Buffer.from(form.toString()),
    };
  };
  const read = (callback: Callback, url = "https://api.twilio.com") => {
    return receive(twilioKind.callbacks?.(connectionTo(url), deps()), callback);
  };
  const message = { MessageSid: SID("SM", 1), AccountSid: ACCOUNT };
  const voice = { CallSid: SID("CA", 1), AccountSid: ACCOUNT };
  const reply = { ...message, From: "+5511987654321", To: "27000", NumMedia: "0" };

  it.each<[string, Record<string, string>, object[]]>([
    ["a sent message", { ...message, MessageStatus: "sent" }, []],
    [
      "a delivered message",
      { ...message, MessageStatus: "delivered" },
      [{ status: "delivered", error: null }],
    ],
    [
      "a lost message",
      { ...message, MessageStatus: "undelivered", ErrorCode: "30003" },
      [{ status: "undelivered", error: { code: "undeliverable", carrierCode: "30003" } }],
    ],
    ["a ringing call", { ...voice, CallStatus: "ringing" }, []],
    [
      "an answered call, with its end",
      { ...voice, CallStatus: "completed", Timestamp: "Sat, 31 Jan 2026 11:59:30 +0000" },
      [{ reference: SID("CA", 1), status: "delivered", error: null, occurredAt: noon - 30_000 }],
    ],
    [
      "a call to a busy line",
      { ...voice, CallStatus: "busy", SipResponseCode: "486" },
      [{ status: "undelivered", error: { carrierCode: "486" } }],
    ],
    [
      "a call with a code of Twilio",
      { ...voice, CallStatus: "failed", SipResponseCode: "404", ErrorCode: "13224" },
      [{ status: "undelivered", error: { carrierCode: "13224" } }],
    ],
  ])("reports %s under its id", async (_, fields, reports) => {
    const received = await read(posted("/status", fields));
    expect(received).toMatchObject({ reports, inbound: [] });
    expect(received.reports).toHaveLength(reports.length);
    expect(received.response).toBeUndefined();
  });

  it("stores a person's text, and responds with an empty reply", async () => {
    expect(await read(posted("/messages", { ...reply, Body: "Olá ç 👋\n" }))).toEqual({
      reports: [],
      inbound: [
        {
          kind: "message",
          channel: "sms",
          from: "+5511987654321",
          to: "27000",
          inReplyTo: null,
          reference: SID("SM", 1),
          content: { type: "text", text: "Olá ç 👋\n" },
        },
      ],
      response: { status: 200, contentType: "text/xml", body: "<Response/>" },
    });
  });

  it.each([
    ["STOP", "UNSUBSCRIBE", "opt-out"],
    ["START", "YES", "opt-in"],
    ["HELP", "INFO", undefined],
  ])("returns Twilio's reading of a keyword: %s", async (OptOutType, Body, consent) => {
    const { inbound } = await read(posted("/messages", { ...reply, Body, OptOutType }));
    expect(inbound).toHaveLength(1);
    expect((inbound[0] as { consent?: string }).consent).toBe(consent);
  });

  it("ignores messages from short codes and other addresses that take no reply", async () => {
    for (const From of ["27001", "whatsapp:+5511987654321", "Banco"]) {
      const received = await read(posted("/messages", { ...reply, From, Body: "Oi" }));
      expect(received).toMatchObject({ inbound: [], response: { body: "<Response/>" } });
    }
  });

  it.each<[string, Callback]>([
    [
      "a status with the signature of another",
      {
        ...posted("/status", { ...message, MessageStatus: "read" }),
        body: Buffer.from("MessageSid=SM2&MessageStatus=read"),
      },
    ],
    [
      "a status posted where replies go",
      { ...posted("/status", { ...reply, Body: "Oi" }), path: "/messages", url: `${CALLBACK_URL}/messages` },
    ],
    [
      "a reply to another connection",
      { ...posted("/messages", reply), url: "https://recado.example/carriers/other/messages" },
    ],
    [
      "a reply without a signature",
      { ...posted("/messages", reply), headers: { "content-type": "application/x-www-form-urlencoded" } },
    ],
  ])("returns 401 for %s", async (_, callback) => {
    await expect(read(callback)).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ["/status", { MessageStatus: "delivered" }, "MessageSid"],
    ["/status", { MessageSid: SID("SM", 1) }, "MessageStatus"],
    ["/status", { CallSid: SID("CA", 1) }, "CallStatus"],
    ["/messages", { ...message, To: "27000" }, "From"],
  ])("returns 400 at %s for a signed form without a required field", async (path, fields, name) => {
    await expect(read(posted(path, fields))).rejects.toMatchObject({
      status: 400,
      fields: [{ field: name }],
    });
  });

  it("returns 404 at other paths", async () => {
    await expect(read(posted("/reports", message))).rejects.toMatchObject({ status: 404 });
  });

  describe("with files", () => {
    const withFiles = (urls: string[], Body = "") => ({
      ...reply,
      Body,
      NumMedia: String(urls.length),
      ...Object.fromEntries(urls.map((url, n) => [`MediaUrl${n}`, url])),
      ...Object.fromEntries(urls.map((_, n) => [`MediaContentType${n}`, "image/jpeg"])),
    });

    it("fetches files from Twilio with the credentials, and from its store without", async () => {
      const store = await peer((_, response) => response.end("a picture"));
      const twilio = await peer((_, response) =>
        response.writeHead(307, { location: `${store.url}/signed?x=1` }).end(),
      );
      const fields = withFiles([`${twilio.url}/Media/ME1`, `${twilio.url}/Media/ME2`], "Veja");
      const { inbound } = await read(posted("/messages", fields), twilio.url);
      expect(inbound.map(({ reference }) => reference)).toEqual(
        ["", "/0", "/1"].map((part) => `${SID("SM", 1)}${part}`),
      );
      expect(inbound[0]).toMatchObject({ content: { type: "text", text: "Veja" } });
      expect(inbound[1]).toMatchObject({
        content: { type: "file", contentType: "image/jpeg", bytes: Buffer.from("a picture") },
      });
      expect(twilio.seen.map(({ authorization }) => authorization)).toEqual([AUTHORIZATION, AUTHORIZATION]);
      expect(store.seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    });

    it("stores only the files of a message without a text", async () => {
      const twilio = await peer((_, response) => response.end("x"));
      const { inbound } = await read(posted("/messages", withFiles([`${twilio.url}/a`])), twilio.url);
      expect(inbound).toMatchObject([{ content: { type: "file" } }]);
    });

    it("ignores a file address without TLS from Twilio itself", async () => {
      const store = await peer((_, response) => response.end("x"));
      const { inbound } = await read(posted("/messages", withFiles([`${store.url}/a`], "Veja")));
      expect(inbound).toMatchObject([{ content: { type: "text", text: "Veja" } }]);
      expect(store.seen).toHaveLength(0);
    });

    it("ignores a missing, denied or too large file, and keeps other files", async () => {
      const refusals: Record<string, number> = { "/gone": 404, "/no-key": 401, "/forbidden": 403 };
      const twilio = await peer(({ path }, response) => {
        if (path in refusals) response.writeHead(refusals[path] ?? 0).end();
        else response.end(Buffer.alloc(path === "/large" ? 10 * 1_024 * 1_024 + 1 : 10));
      });
      const urls = ["/gone", "/large", "/small", "/no-key", "/forbidden"].map(
        (path) => `${twilio.url}${path}`,
      );
      const { inbound } = await read(posted("/messages", withFiles(urls, "Veja")), twilio.url);
      expect(inbound.map(({ reference }) => reference)).toEqual([SID("SM", 1), `${SID("SM", 1)}/2`]);
    });

    it.each<[string, Handler]>([
      ["returns an error", json(500, {})],
      ["redirects without end", (_, response) => response.writeHead(302, { location: "/again" }).end()],
    ])(
      "keeps the text and returns 503, so that Twilio repeats the callback, while the store %s",
      async (_, handler) => {
        const twilio = await peer(handler);
        const of = (text: string) =>
          read(posted("/messages", withFiles([`${twilio.url}/a`], text)), twilio.url);
        const failure = { name: "Problem", status: 503 };
        const text = { reference: SID("SM", 1), content: { type: "text", text: "Veja" } };
        expect(await of("Veja")).toMatchObject({ failure, inbound: [text] });
        expect(await of("")).toMatchObject({ failure, inbound: [] });
      },
    );
  });
});
