import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { parse } from "yaml";
import type { Callback, Received } from "../../src/carriers/kind";
import { zenviaKind } from "../../src/carriers/zenvia/zenvia";
import { noon } from "../support/clock";
import { callbackOf, carrierDeps, connectionOf, receive } from "./support/connection";
import { cut, type FaultPeer, faultPeer, type PeerResponse } from "./support/fault-peer";
import { carrierDocument } from "./support/prism-peer";
import { strictDocument } from "./support/strict-document";

const TOKEN = "q".repeat(43);
const AT = "2026-01-31T08:59:59.250-03:00";

/** Validates events by the carrier's own document, so that tests use only events that Zenvia posts. */
const isEvent = (() => {
  const document = strictDocument(parse(readFileSync(carrierDocument("zenvia"), "utf8")) as object);
  const { components } = document as { components: { schemas: object } };
  const ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema({ $id: "https://zenvia.example/", components });
  const name = "events.all" in components.schemas ? "events.all" : "Event";
  return (event: object) => {
    const holds = ajv.validate(`https://zenvia.example/#/components/schemas/${name}`, event);
    return holds ? [] : ajv.errors;
  };
})();

function statusEvent(
  code: string,
  given: Record<string, unknown> = {},
  status: Record<string, unknown> = {},
) {
  return {
    id: "e-1",
    timestamp: "2026-01-31T11:59:51Z",
    subscriptionId: "s-1",
    type: "MESSAGE_STATUS",
    channel: "rcs",
    message: { id: "z-1", externalId: "m-1", direction: "OUT", from: "agente_1", to: "5511987654321" },
    messageStatus: { code, timestamp: AT, ...status },
    ...given,
  };
}

function messageEvent(contents: object[], given: Record<string, unknown> = {}, channel = "rcs") {
  const from = "5511987654321";
  const to = channel === "rcs" ? "agente_1" : "27000";
  return {
    id: "e-2",
    timestamp: AT,
    type: "MESSAGE",
    channel,
    direction: "IN",
    message: { id: "z-9", from, to, direction: "IN", channel, contents, ...given },
  };
}

const open = (url: string) => {
  const connection = connectionOf(zenviaKind, { url }, { token: "secret" });
  const reader = zenviaKind.callbacks?.(connection, carrierDeps());
  return (callback: Callback) => receive(reader, callback);
};
const read = open("https://api.zenvia.com/v2");
const post = (body: unknown, token: string | null = TOKEN, by = read): Promise<Received> =>
  by(callbackOf({ token, body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)) }));
/** Posts an event that the document allows. */
const posted = (event: object, by = read) => {
  expect(isEvent(event)).toEqual([]);
  return post(event, TOKEN, by);
};

describe("callbacks of Zenvia", () => {
  it.each([
    ["no token", null],
    ["another token", "x".repeat(43)],
    ["a shorter token", "q"],
    ["a longer token", `${TOKEN}q`],
  ])("returns 401 for a callback with %s", async (_, token) => {
    await expect(post(statusEvent("DELIVERED"), token)).rejects.toMatchObject({
      name: "Problem",
      status: 401,
    });
    await expect(post("{", token)).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ["a body that is not JSON", "{"],
    ["a list", "[]"],
    ["an empty object", "{}"],
    [
      "a status without a message",
      JSON.stringify({ type: "MESSAGE_STATUS", messageStatus: { code: "DELIVERED" } }),
    ],
    ["a message without a status", JSON.stringify({ type: "MESSAGE_STATUS", message: { id: "z-1" } })],
  ])("returns 400 for %s", async (_, body) => {
    await expect(post(body)).rejects.toMatchObject({ name: "Problem", status: 400 });
  });

  it("returns 200, the only status that Zenvia accepts", async () => {
    expect((await posted(statusEvent("DELIVERED"))).response).toEqual({ status: 200 });
    expect((await posted(statusEvent("SENT"))).response).toEqual({ status: 200 });
    expect((await posted(messageEvent([{ type: "text", text: "Oi" }]))).response).toEqual({ status: 200 });
  });

  it.each<[string, object]>([
    ["a status of another channel", statusEvent("DELIVERED", { channel: "whatsapp" })],
    ["a status of an inbound message", statusEvent("DELETED", { message: { id: "z-1", direction: "IN" } })],
    ["a status without a delivery", statusEvent("SENT")],
    ["an event of another type", { type: "CONTACT", action: "CREATED" }],
    [
      "an outbound message",
      { ...messageEvent([{ type: "text", text: "Oi" }], { direction: "OUT" }), direction: "OUT" },
    ],
    ["a message without a number", messageEvent([{ type: "text", text: "Oi" }], { from: "ana" })],
    ["a message without a text", messageEvent([{ type: "text" }])],
    ["an invalid location", messageEvent([{ type: "location", latitude: 91, longitude: 0 }])],
    ["an unsupported content", messageEvent([{ type: "contacts", contacts: [] }])],
  ])("ignores %s", async (_, event) => {
    expect(await post(event)).toEqual({ reports: [], inbound: [], response: { status: 200 } });
  });

  it("reports a delivery under Zenvia's reference, at the time of the status", async () => {
    expect((await posted(statusEvent("DELIVERED"))).reports).toEqual([
      { reference: "z-1", status: "delivered", error: null, occurredAt: noon - 750 },
    ]);
  });

  it("reports a delivery by the older field and without a channel", async () => {
    const { message: _, channel: _channel, ...old } = statusEvent("READ", { messageId: "z-2" });
    expect((await posted(old)).reports).toMatchObject([{ reference: "z-2", status: "read" }]);
  });

  it("uses the status's time, else the event's time, else the current time", async () => {
    const untimed = statusEvent("READ", {}, { timestamp: "yesterday" });
    expect((await post(untimed)).reports).toMatchObject([{ occurredAt: noon - 9_000 }]);
    expect((await post({ ...untimed, timestamp: "0" })).reports).toMatchObject([{ occurredAt: noon }]);
  });

  it("replaces a time in the future by the present", async () => {
    const ahead = statusEvent("READ", {}, { timestamp: "2026-01-31T12:00:01Z" });
    expect((await post(ahead)).reports).toMatchObject([{ occurredAt: noon }]);
  });

  it("reports why a number was not reached, and a lack of RCS", async () => {
    const causes = [
      { channelErrorCode: "404", reason: "NOT_FOUND", details: "Requested entity was not found." },
    ];
    expect((await posted(statusEvent("NOT_DELIVERED", {}, { causes }))).reports).toEqual([
      {
        reference: "z-1",
        status: "undelivered",
        error: {
          code: "undeliverable",
          message: "Zenvia: Requested entity was not found.",
          carrierCode: "404",
          lacksChannel: true,
        },
        occurredAt: noon - 750,
      },
    ]);
  });

  it("returns a tapped suggestion once for each event", async () => {
    const tap = { context: { button: { type: "link", payload: "ver" } } };
    expect(await posted(statusEvent("CLICKED", {}, tap))).toMatchObject({
      reports: [],
      inbound: [
        {
          kind: "rcs-event",
          eventType: "action",
          from: "+5511987654321",
          to: "agente_1",
          inReplyTo: "z-1",
          reference: "e-1",
          actionLabel: null,
          postbackData: "ver",
        },
      ],
    });
    // A tapped reply also arrives as a message.
    const reply = { context: { button: { type: "text", payload: "sim" } } };
    expect((await posted(statusEvent("CLICKED", {}, reply))).inbound).toEqual([]);
  });

  it("returns an SMS with the message that it replies to", async () => {
    const event = messageEvent([{ type: "text", text: "SAIR" }], { idRef: "z-1" }, "sms");
    expect((await posted(event)).inbound).toEqual([
      {
        kind: "message",
        channel: "sms",
        from: "+5511987654321",
        to: "27000",
        inReplyTo: "z-1",
        reference: "z-9",
        content: { type: "text", text: "SAIR" },
      },
    ]);
  });

  it("returns a tapped reply, a text and a location with separate references", async () => {
    const event = messageEvent([
      { type: "text", text: "Quero", payload: "quero" },
      { type: "text", text: "Oi" },
      { type: "location", latitude: -23.5, longitude: -46.6 },
    ]);
    expect((await posted(event)).inbound).toMatchObject([
      {
        reference: "z-9",
        inReplyTo: null,
        content: { type: "suggestion", text: "Quero", postbackData: "quero" },
      },
      { reference: "z-9:1", content: { type: "text", text: "Oi" } },
      { reference: "z-9:2", content: { type: "location", latitude: -23.5, longitude: -46.6 } },
    ]);
  });
});

describe("inbound files of Zenvia", () => {
  let peer: FaultPeer;
  beforeEach(async () => void (peer = await faultPeer()));
  afterEach(() => peer.stop());

  const fileEvent = (given: object = {}) =>
    messageEvent([{ type: "file", fileUrl: `${peer.url}/f.jpg`, ...given }]);
  const contents = async (event: object) =>
    (await posted(event, open("http://127.0.0.1:9"))).inbound.map(
      (item) => item.kind === "message" && item.content,
    );

  it("returns a file and its caption", async () => {
    peer.respondsWith({ status: 200, headers: { "content-type": "image/jpeg" }, body: "bytes" });
    const named = { fileMimeType: "image/png", fileName: "foto.png", fileCaption: "Veja" };
    expect(await contents(fileEvent(named))).toEqual([
      { type: "file", contentType: "image/png", filename: "foto.png", bytes: Buffer.from("bytes") },
      { type: "text", text: "Veja" },
    ]);
    expect(await contents(fileEvent())).toMatchObject([{ contentType: "image/jpeg", filename: null }]);
  });

  it("fetches a file without the token", async () => {
    peer.respondsWith({ status: 200, body: "bytes" });
    await contents(fileEvent());
    expect(peer.requests[0]?.headers).not.toHaveProperty("x-api-token");
  });

  it.each<[string, object]>([
    ["a file that Zenvia rejected", { status: "REJECTED" }],
    ["a file with an invalid address", { fileUrl: "not a URL" }],
  ])("ignores %s, and keeps its caption", async (_, given) => {
    expect(await contents(fileEvent({ ...given, fileCaption: "Veja" }))).toEqual([
      { type: "text", text: "Veja" },
    ]);
    expect(peer.requests).toHaveLength(0);
  });

  it("fetches no file without TLS from Zenvia itself", async () => {
    expect((await posted(fileEvent(), open("https://api.zenvia.com/v2"))).inbound).toEqual([]);
    expect(peer.requests).toHaveLength(0);
  });

  it.each<[string, PeerResponse]>([
    ["a server fails", { status: 500 }],
    ["a connection breaks", cut],
  ])(
    "keeps a caption and returns 503, so that Zenvia repeats the callback, while %s",
    async (_, response) => {
      const event = fileEvent({ fileCaption: "SAIR" });
      const caption = { reference: "z-9:1", content: { type: "text", text: "SAIR" } };
      const by = open("http://127.0.0.1:9");
      peer.respondsWith(response);
      const first = await posted(event, by);
      expect(first).toMatchObject({ inbound: [caption], failure: { name: "Problem", status: 503 } });
      peer.respondsWith({ status: 200, body: "bytes" });
      expect((await posted(event, by)).inbound).toMatchObject([{ reference: "z-9" }, caption]);
    },
  );
});
