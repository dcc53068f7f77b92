import type { Carrier, Submission } from "../../src/carriers/carrier";
import { type CarrierDeps, ConnectionTestError } from "../../src/carriers/kind";
import { zenviaKind } from "../../src/carriers/zenvia/zenvia";
import type { Content } from "../../src/messaging/content-types";
import { carrierDeps, connectionOf, submissionOf } from "./support/connection";
import { cut, type FaultPeer, faultPeer, hang, type PeerRequest } from "./support/fault-peer";
import { carrierDocument, type PrismPeer, prismPeer } from "./support/prism-peer";
import { rcsSamples } from "./support/rcs-samples";

const TOKEN = "zenvia-secret-token";
const connectionTo = (url: string, settings: Record<string, boolean> = {}) =>
  connectionOf(zenviaKind, { url, ...settings }, { token: TOKEN });
const forever = () => new AbortController().signal;

const callOf = (contentType: string) =>
  submissionOf({ channel: "voice", from: "+551130000000", content: { type: "audio", file_id: contentType } });
const rcsOf = (content: Content) => submissionOf({ channel: "rcs", from: "agente_1", content });

describe("a submission to Zenvia", () => {
  let peer: FaultPeer;
  let carrier: Carrier;
  const open = (url: string, deps: Partial<CarrierDeps> = {}) =>
    zenviaKind.open(connectionTo(url), carrierDeps(deps));
  const submit = (message = submissionOf(), signal = forever()) => carrier.submit([message], signal);

  beforeEach(async () => {
    peer = await faultPeer();
    carrier = open(peer.url);
  });
  afterEach(async () => {
    await carrier.stop();
    await peer.stop();
  });

  it("sends one request with the token, the message's id and numbers in Zenvia's format", async () => {
    peer.respondsWith({ status: 200, body: { id: "z-1" } });
    expect(await submit()).toEqual([{ type: "accepted", references: ["z-1"] }]);
    expect(peer.requests).toHaveLength(1);
    const [{ method, path, headers, body }] = peer.requests as [PeerRequest];
    expect([method, path, headers["x-api-token"]]).toEqual(["POST", "/channels/sms/messages", TOKEN]);
    expect(JSON.parse(body)).toEqual({
      externalId: submissionOf().messageId,
      from: "27000",
      to: "5511987654321",
      contents: [{ type: "text", text: "Oi", encodingStrategy: "MORE_CHARACTERS_PER_MESSAGE" }],
    });
  });

  it("returns an outcome for each message, in order", async () => {
    peer.respondsBy(({ body }) =>
      body.includes("Ruim")
        ? { status: 400, body: { code: "VALIDATION_ERROR", message: "Validation error" } }
        : { status: 200, body: { id: (JSON.parse(body) as { externalId: string }).externalId } },
    );
    const messages = ["Oi", "Ruim", "Tchau"].map((text, index) =>
      submissionOf({ messageId: `m${index}`, content: { type: "text", text } }),
    );
    expect(await carrier.submit(messages, forever())).toEqual([
      { type: "accepted", references: ["m0"] },
      {
        type: "refused",
        error: {
          code: "carrier_rejected",
          message: "Zenvia: Validation error",
          carrierCode: "VALIDATION_ERROR",
        },
      },
      { type: "accepted", references: ["m2"] },
    ]);
  });

  it("is throttled for as long as Zenvia says", async () => {
    peer.respondsWith({ status: 429, headers: { "retry-after": "12" } });
    expect(await submit()).toMatchObject([{ type: "throttled", retryAfterMs: 12_000 }]);
  });

  it.each([
    ["garbage", "<html>"],
    ["no id", "{}"],
    ["nothing", ""],
  ])("is unknown when the response is %s", async (_, body) => {
    peer.respondsWith({ status: 200, body });
    expect(await submit()).toEqual([{ type: "unknown" }]);
  });

  it("ends at its deadline without a response", async () => {
    peer.respondsWith(hang);
    const deadline = new AbortController();
    const submitted = submit(submissionOf(), deadline.signal);
    await peer.received(1);
    deadline.abort(new Error("the deadline"));
    await expect(submitted).rejects.toThrow();
  });

  it("does not follow redirects, and sends the token nowhere else", async () => {
    const elsewhere = await faultPeer();
    peer.respondsWith({ status: 307, headers: { location: `${elsewhere.url}/channels/sms/messages` } });
    expect(await submit()).toMatchObject([{ type: "away" }]);
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.stop();
  });

  it("is refused without a request for audio that Zenvia does not play", async () => {
    expect(await submit(callOf("audio/ogg"))).toMatchObject([
      { type: "refused", error: { code: "carrier_rejected" } },
    ]);
    expect(peer.requests).toHaveLength(0);
  });

  it("refuses a message without a request when its file is gone", async () => {
    carrier = open(peer.url, { media: async () => null });
    expect(await submit(rcsOf(rcsSamples["a horizontal card"]))).toMatchObject([
      { type: "refused", error: { code: "carrier_rejected", message: "a file of the message was deleted" } },
    ]);
    expect(peer.requests).toHaveLength(0);
  });

  it("sends no request when a file cannot be looked up", async () => {
    carrier = open(peer.url, { media: () => Promise.reject(new Error("the database is away")) });
    await expect(submit(rcsOf(rcsSamples["a horizontal card"]))).rejects.toThrow("the database is away");
    expect(peer.requests).toHaveLength(0);
  });

  it("keeps as many requests in flight as the window", async () => {
    const waiting: (() => void)[] = [];
    peer.respondsWith((response) => void waiting.push(() => response.writeHead(200).end('{"id":"z"}')));
    const messages = Array.from({ length: 6 }, (_, index) => submissionOf({ messageId: `m${index}` }));
    const submitted = carrier.submit(messages, forever());
    await peer.received(4);
    expect(peer.requests).toHaveLength(carrier.window ?? 0);
    for (let responded = 0; responded < 6; responded += 1) {
      await peer.received(Math.min(6, responded + 4));
      waiting.shift()?.();
    }
    expect(await submitted).toHaveLength(6);
  });
});

/** Makes the peer store subscriptions as Zenvia does. */
function subscriptionsAt(peer: FaultPeer, subscriptions: Record<string, unknown>[]) {
  peer.respondsBy(({ method, path, body }) => {
    const given = (body === "" ? {} : JSON.parse(body)) as Record<string, unknown>;
    if (method === "POST") subscriptions.push({ id: `s${subscriptions.length}`, status: "ACTIVE", ...given });
    if (method === "PATCH")
      Object.assign(subscriptions.find(({ id }) => path.endsWith(`/${String(id)}`)) ?? {}, given);
    if (method === "DELETE") {
      subscriptions.splice(
        subscriptions.findIndex(({ id }) => path.endsWith(`/${String(id)}`)),
        1,
      );
      return { status: 204 };
    }
    return { status: 200, body: method === "GET" ? subscriptions : given };
  });
  return subscriptions;
}

describe("a connection to Zenvia", () => {
  let peer: FaultPeer;
  const url = `https://recado.example/carriers/mine/${"q".repeat(43)}/events`;
  const register = (settings = {}) =>
    zenviaKind.register?.(connectionTo(peer.url, settings), carrierDeps(), forever());
  const unregister = (settings = {}) =>
    zenviaKind.unregister?.(connectionTo(peer.url, settings), carrierDeps(), forever());
  const test = () => zenviaKind.test(connectionTo(peer.url), carrierDeps(), forever());
  const written = () => peer.requests.filter(({ method }) => method !== "GET");

  beforeEach(async () => void (peer = await faultPeer()));
  afterEach(() => peer.stop());

  it("subscribes to both events of every channel once", async () => {
    const stored = subscriptionsAt(peer, []);
    expect(await register()).toEqual([
      "subscribed to MESSAGE_STATUS of sms",
      "subscribed to MESSAGE of sms",
      "subscribed to MESSAGE_STATUS of rcs",
      "subscribed to MESSAGE of rcs",
      "subscribed to MESSAGE_STATUS of voice",
      "subscribed to MESSAGE of voice",
    ]);
    expect(stored.slice(0, 2)).toMatchObject([
      { eventType: "MESSAGE_STATUS", webhook: { url }, criteria: { channel: "sms" }, version: "v2" },
      {
        eventType: "MESSAGE",
        webhook: { url },
        criteria: { channel: "sms", direction: "IN" },
        version: "v2",
      },
    ]);
    expect(await register()).toContain("already subscribed to MESSAGE of voice");
    expect(stored).toHaveLength(6);
    expect(written()).toHaveLength(6);
  });

  it("renews subscriptions with an old URL or an inactive status, and keeps foreign ones", async () => {
    const one = (id: string, to: string, status: string) => ({
      id,
      status,
      eventType: "MESSAGE",
      criteria: { channel: "sms" },
      webhook: { url: to },
    });
    const foreign = one("foreign", "https://recado.example/carriers/mine2/x/events", "INACTIVE");
    const old = one("old", "https://recado.example/carriers/mine/old-token/events", "ACTIVE");
    const off = { ...one("off", url, "INACTIVE"), criteria: { channel: "rcs" } };
    const stored = subscriptionsAt(peer, [{ ...foreign }, old, off]);
    const lines = await register();
    expect(lines).toContain("renewed the subscription to MESSAGE of sms");
    expect(lines).toContain("renewed the subscription to MESSAGE of rcs");
    expect(stored).toHaveLength(7);
    expect(stored.slice(0, 3)).toMatchObject([
      foreign,
      { id: "old", webhook: { url }, status: "ACTIVE" },
      { id: "off", webhook: { url }, status: "ACTIVE" },
    ]);
  });

  it("ends its subscriptions when it is removed, and keeps foreign ones", async () => {
    const foreign = {
      id: "foreign",
      status: "ACTIVE",
      eventType: "MESSAGE",
      criteria: { channel: "sms" },
      webhook: { url: "https://recado.example/carriers/mine2/x/events" },
    };
    const stored = subscriptionsAt(peer, [foreign]);
    await register();
    const lines = await unregister();
    expect(lines).toHaveLength(6);
    expect(lines).toContain("ended the subscription to MESSAGE_STATUS of voice");
    expect(stored).toEqual([foreign]);
    expect(await unregister()).toEqual([]);
  });

  it("tries to end each subscription, ignores missing ones, and reports failures", async () => {
    const stored = subscriptionsAt(peer, []);
    await register();
    peer.respondsBy(({ method, path }) => {
      if (method === "GET") return { status: 200, body: stored };
      const faults = { "/subscriptions/s1": 500, "/subscriptions/s2": 404 } as Record<string, number>;
      const status = faults[path] ?? 204;
      return { status, ...(status === 204 ? {} : { body: { code: "FAULT", message: "No" } }) };
    });
    await expect(unregister()).rejects.toThrow(
      /^the following subscriptions could not be deleted: MESSAGE of sms \(.*500 FAULT.*\)$/,
    );
    expect(peer.requests.filter(({ method }) => method === "DELETE")).toHaveLength(6);
  });

  it("leaves subscriptions unchanged when they are disabled", async () => {
    expect(await register({ subscribe: false })).toEqual([]);
    expect((await unregister({ subscribe: false }))?.join()).toMatch(
      /delete the subscriptions at Zenvia yourself/,
    );
    expect(peer.requests).toHaveLength(0);
  });

  it("reports why a subscription fails", async () => {
    peer.respondsBy(({ method }) =>
      method === "GET"
        ? { status: 200, body: [] }
        : { status: 400, body: { code: "VALIDATION_ERROR", message: "Invalid URL" } },
    );
    await expect(register()).rejects.toThrow(
      new ConnectionTestError(`${peer.url} returned 400 VALIDATION_ERROR: Zenvia: Invalid URL`),
    );
  });

  it("returns the number of its subscriptions from a connection test that sends nothing", async () => {
    subscriptionsAt(peer, []);
    expect(await test()).toBe(`${peer.url} accepts the token; 0 of 6 subscriptions lead here`);
    await register();
    expect(await test()).toBe(`${peer.url} accepts the token; 6 of 6 subscriptions lead here`);
    expect(written()).toHaveLength(6);
  });

  it.each([
    [
      "wrong credentials",
      { status: 401, body: { code: "AUTHENTICATION_ERROR", message: "No token" } },
      /rejects the token/,
    ],
    ["another server", { status: 200, body: "<html>" }, /did not return JSON/],
    [
      "a wrong path",
      { status: 404, body: { code: "NOT_FOUND", message: "Not found" } },
      /returned 404 NOT_FOUND/,
    ],
    ["a broken connection", cut, /was not reached/],
  ])("fails the connection test with %s, without the token", async (_, response, message) => {
    peer.respondsWith(response);
    const failure = await test().catch((error: unknown) => error as Error);
    expect(failure).toBeInstanceOf(ConnectionTestError);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toContain(TOKEN);
  });
});

describe("requests to Zenvia, validated by its own document", () => {
  let peer: PrismPeer;
  let carrier: Carrier;

  beforeAll(async () => {
    peer = await prismPeer(carrierDocument("zenvia"));
    carrier = zenviaKind.open(connectionTo(peer.url), carrierDeps());
  });
  afterAll(async () => {
    await carrier.stop();
    await peer.stop();
  });

  /** Returns the violations of the work's requests, and expects their number. */
  const violationsOf = async (requests: number, work: () => Promise<unknown>) => {
    const [seen, before] = [peer.requests.length, peer.violations.length];
    await work();
    expect(peer.requests).toHaveLength(seen + requests);
    return peer.violations.slice(before);
  };

  const messages: [string, Submission][] = [
    ["an SMS", submissionOf()],
    ["an SMS in UCS-2", submissionOf({ content: { type: "text", text: "Olá, ação 👍" } })],
    ["a call", callOf("audio/mpeg")],
    ...Object.entries(rcsSamples).map(([name, content]): [string, Submission] => [name, rcsOf(content)]),
  ];
  it.each(messages)("sends a valid request for %s", async (_, message) => {
    const violations = await violationsOf(1, async () => {
      expect(await carrier.submit([message], forever())).toMatchObject([{ type: "accepted" }]);
    });
    expect(violations).toEqual([]);
  });

  /** Starts a server that lists one subscription with an old URL, and passes other requests on to Prism. */
  const withOldSubscription = async (work: (url: string) => Promise<unknown>) => {
    const webhook = { url: `${carrierDeps().callbackUrl}/old/events` };
    const old = {
      id: "old",
      eventType: "MESSAGE",
      criteria: { channel: "sms" },
      status: "INACTIVE",
      webhook,
    };
    const front = await faultPeer();
    front.respondsBy(({ method, path, headers, body }) =>
      method === "GET"
        ? { status: 200, body: [old] }
        : (response) =>
            void fetch(`${peer.url}${path}`, {
              method,
              headers: {
                ...(headers["content-type"] ? { "content-type": headers["content-type"] } : {}),
                "x-api-token": String(headers["x-api-token"]),
              },
              body: body === "" ? null : body,
            }).then(({ status }) => response.writeHead(status).end(status === 204 ? undefined : "{}")),
    );
    await work(front.url).finally(() => front.stop());
  };

  const register = (url: string) => zenviaKind.register!(connectionTo(url), carrierDeps(), forever());
  const unregister = (url: string) => zenviaKind.unregister!(connectionTo(url), carrierDeps(), forever());
  const test = () => zenviaKind.test(connectionTo(peer.url), carrierDeps(), forever());
  it.each<[string, number, () => Promise<unknown>, number, string]>([
    ["subscribes", 7, () => register(peer.url), 0, "GET /subscriptions"],
    ["ends a subscription", 1, () => withOldSubscription(unregister), 0, "DELETE /subscriptions/old"],
    ["renews a subscription", 6, () => withOldSubscription(register), 1, "PATCH /subscriptions/old"],
    ["tests a connection", 1, test, 0, "GET /subscriptions"],
  ])("sends valid requests when it %s", async (_, requests, work, position, request) => {
    expect(await violationsOf(requests, work)).toEqual([]);
    const { method, path } = peer.requests.slice(-requests)[position] ?? {};
    expect(`${method} ${path}`).toBe(request);
  });

  it("finds an invalid request", async () => {
    const headers = { "content-type": "application/json", "x-api-token": TOKEN };
    const body = JSON.stringify({
      from: "a",
      to: "b",
      contents: [{ type: "text", text: "Oi", texto: "Oi" }],
    });
    const violations = await violationsOf(1, () =>
      fetch(`${peer.url}/channels/rcs/messages`, { method: "POST", headers, body }),
    );
    expect(violations.join()).toContain("'texto'");
  });
});
