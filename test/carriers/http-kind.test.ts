import { pino } from "pino";
import type { Carrier, ReferenceReport } from "../../src/carriers/carrier";
import { httpKind } from "../../src/carriers/http/http";
import { noon } from "../support/clock";
import { times } from "../support/times";
import { callbackOf, carrierDeps, connectionOf, receive, submissionOf } from "./support/connection";
import { type FaultPeer, faultPeer } from "./support/fault-peer";

const TOKEN = "inwards";
const SECRETS = { token: "outwards", callback_token: TOKEN };

const connectionTo = (url: string) => connectionOf(httpKind, { url, status_queries: "true" }, SECRETS);

describe("a carrier program's response to a submission", () => {
  const lines: string[] = [];
  let peer: FaultPeer;
  let carrier: Carrier;
  let reported: ReferenceReport[] = [];

  beforeAll(async () => {
    peer = await faultPeer();
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    carrier = httpKind.open(connectionTo(peer.url), carrierDeps({ log }));
    await carrier.start(
      async (reports) => void (reported = reports as ReferenceReport[]),
      async () => {},
    );
  });
  beforeEach(() => {
    lines.length = 0;
    reported = [];
  });
  afterAll(async () => {
    await carrier.stop();
    await peer.stop();
  });

  const submitted = async (results: unknown) => {
    peer.respondsWith({ status: 200, body: { results } });
    return carrier.submit(
      ["m-1", "m-2"].map((messageId) => submissionOf({ messageId })),
      AbortSignal.timeout(60_000),
    );
  };

  it("accepts messages with the references of the response", async () => {
    const results = [
      { id: "m-2", outcome: "accepted", reference: "r-2" },
      { id: "m-1", outcome: "accepted" },
    ];
    expect(await submitted(results)).toEqual([
      { type: "accepted", references: ["m-1"] },
      { type: "accepted", references: ["r-2"] },
    ]);
    expect(lines).toEqual([]);
  });

  it.each([
    ["an object", { a: 1 }],
    ["a number", 7],
    ["too long", "r".repeat(256)],
    ["a text with a NUL", "a\0b"],
    ["null", null],
  ])(
    "accepts a message with its id when the reference is %s, so that it is not resubmitted",
    async (_, reference) => {
      const results = ["m-1", "m-2"].map((id) => ({ id, outcome: "accepted", reference }));
      expect(await submitted(results)).toEqual([
        { type: "accepted", references: ["m-1"] },
        { type: "accepted", references: ["m-2"] },
      ]);
      expect(lines.join("")).toContain("references");
    },
  );

  it("stores numeric codes, and ignores codes and messages that are not texts", async () => {
    const results = [
      { id: "m-1", outcome: "refused", code: 404, message: { y: 2 } },
      { id: "m-2", outcome: "refused", code: { x: 1 }, message: "no such number" },
    ];
    const refused = { type: "refused" };
    expect(await submitted(results)).toEqual([
      {
        ...refused,
        error: { code: "carrier_rejected", message: "the carrier rejected the message", carrierCode: "404" },
      },
      { ...refused, error: { code: "carrier_rejected", message: "no such number", carrierCode: null } },
    ]);
  });

  it.each([
    ["no list", { a: 1 }],
    ["results without an id", [{ outcome: "accepted" }, null, "accepted", 7]],
    ["outcomes that the contract does not know", ["m-1", "m-2"].map((id) => ({ id, outcome: ["accepted"] }))],
  ])("returns unknown for %s", async (_, results) => {
    expect(await submitted(results)).toEqual([{ type: "unknown" }, { type: "unknown" }]);
  });

  it("reports the valid entries of a status query", async () => {
    const reports = [{ reference: 5, status: "delivered" }, null, { reference: "m-2", status: "delivered" }];
    peer.respondsWith({ status: 200, body: { reports } });
    await carrier.queryStatus?.(
      [{ ...submissionOf({ messageId: "m-2" }), submittedAt: noon }],
      AbortSignal.timeout(60_000),
    );
    expect(reported).toEqual([{ reference: "m-2", status: "delivered", error: null, occurredAt: noon }]);
    expect(lines).toHaveLength(2);
  });
});

describe("a status query to a carrier program", () => {
  it("sends at most 1,000 messages in a request", async () => {
    const peer = await faultPeer();
    peer.respondsWith({ status: 200, body: { reports: [] } });
    const carrier = httpKind.open(connectionTo(peer.url), carrierDeps());
    const messages = times(1_001, (index) => ({
      ...submissionOf({ messageId: `m-${index}` }),
      submittedAt: noon,
    }));
    await carrier.queryStatus?.(messages, AbortSignal.timeout(60_000));
    await carrier.stop();
    await peer.stop();
    const queried = peer.requests.map(
      ({ body }) => (JSON.parse(body) as { messages: { id: string }[] }).messages,
    );
    expect(queried.map(({ length }) => length)).toEqual([1_000, 1]);
    expect(queried.flat().map(({ id }) => id)).toEqual(messages.map(({ messageId }) => messageId));
  });
});

describe("a carrier program's callbacks", () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const reader = httpKind.callbacks?.(connectionTo("https://adapter.example"), carrierDeps({ log }));
  beforeEach(() => {
    lines.length = 0;
  });
  const post = (path: string, body: unknown) =>
    receive(
      reader,
      callbackOf({
        path,
        headers: { authorization: `Bearer ${TOKEN}` },
        body: Buffer.from(JSON.stringify(body)),
      }),
    );
  const refusal = async (path: string, body: unknown) =>
    Promise.resolve(post(path, body)).then(
      () => Promise.reject(new Error("the callback was accepted")),
      (error: unknown) => error as { status: number; fields?: { field: string }[] },
    );

  const report = { reference: "r-1", status: "undelivered" };
  const reply = { channel: "rcs", from: "+5511987654321", to: "agent", type: "text", text: "Oi" };
  const file = { content_type: "image/png", data: "iVBORw0KGgo=" };

  it.each<[string, object, string]>([
    ["reference", { ...report, reference: "a\0b" }, "reference"],
    ["reference that is a number", { ...report, reference: 7 }, "reference"],
    ["reference that is too long", { ...report, reference: "r".repeat(256) }, "reference"],
    ["status", { ...report, status: ["delivered"] }, "status"],
    ["time", { ...report, occurred_at: 1_700_000_000 }, "occurred_at"],
    ["code", { ...report, code: { x: 1 } }, "code"],
    ["message", { ...report, message: 5 }, "message"],
  ])("returns 400 with the field for an invalid %s of a report", async (_, one, field) => {
    const { status, fields } = await refusal("/reports", { reports: [report, one] });
    expect({ status, field: fields?.[0]?.field }).toEqual({ status: 400, field: `reports[1].${field}` });
  });

  it.each<[string, object, string]>([
    ["address", { ...reply, to: "a\0b" }, "to"],
    ["reference", { ...reply, reference: {} }, "reference"],
    ["answered message", { ...reply, in_reply_to: "a\0b" }, "in_reply_to"],
    ["text", { ...reply, text: {} }, "text"],
    ["postback data of a reply", { ...reply, type: "suggestion", postback_data: {} }, "postback_data"],
    ["postback data of a tap", { ...reply, type: "action", postback_data: 5 }, "postback_data"],
    ["label of a tap", { ...reply, type: "action", text: 5 }, "text"],
    ["opt-out by SMS", { ...reply, channel: "sms", to: "27001", type: "unsubscribe" }, "type"],
    ["subscription by voice", { ...reply, channel: "voice", type: "subscribe" }, "type"],
    ["tap by SMS", { ...reply, channel: "sms", type: "action" }, "type"],
    ["typing event by SMS", { ...reply, channel: "sms", type: "typing" }, "type"],
    ["sender that is a number", { ...reply, from: 5511987654321 }, "from"],
    ["sender that is empty", { ...reply, from: "" }, "from"],
    ["missing sender", { ...reply, from: undefined }, "from"],
    ["file", { ...reply, type: "file", file: "x" }, "file"],
    ["name of a file", { ...reply, type: "file", file: { ...file, filename: 5 } }, "file.filename"],
    ["bytes of a file", { ...reply, type: "file", file: { ...file, data: "é!" } }, "file.data"],
  ])("returns 400 with the field for an invalid %s", async (_, one, field) => {
    const { status, fields } = await refusal("/replies", { replies: [one] });
    expect({ status, field: fields?.[0]?.field }).toEqual({ status: 400, field: `replies[0].${field}` });
  });

  it.each(["28150", "+558001234567", "Loja"])(
    "ignores and logs a reply from %s, which is not a person's number, and returns the other replies",
    async (from) => {
      const optOut = { ...reply, type: "unsubscribe", reference: "u-1" };
      const replies = [{ ...reply, from, reference: "s-1" }, optOut];
      const { inbound } = await post("/replies", { replies });
      expect(inbound).toMatchObject([{ kind: "rcs-event", eventType: "unsubscribe", reference: "u-1" }]);
      expect(lines).toEqual([expect.stringMatching(/"reference":"s-1".*ignored a reply/)]);
      expect((await post("/replies", { replies: [{ ...reply, from }] })).inbound).toEqual([]);
    },
  );

  it("treats null in an optional field of a report as absent", async () => {
    const nulls = { occurred_at: null, code: null, message: null, lacks_channel: null };
    const [given, omitted] = [{ ...report, ...nulls }, report];
    const { reports } = await post("/reports", { reports: [given, omitted] });
    expect(reports[0]).toEqual(reports[1]);
    expect(reports[0]?.occurredAt).toBe(noon);
  });

  it("returns 400 for too many entries, or none if one is required", async () => {
    const many = (count: number) => Array.from({ length: count }, () => reply);
    for (const [path, body] of [
      ["/reports", { reports: Array.from({ length: 1_001 }, () => report) }],
      ["/replies", { replies: many(101) }],
      ["/replies", { replies: [] }],
    ] as const) {
      expect(await refusal(path, body)).toMatchObject({ status: 400 });
    }
    expect((await post("/replies", { replies: many(100) })).inbound).toHaveLength(100);
    expect(await post("/reports", { reports: [] })).toEqual({ reports: [], inbound: [] });
  });

  it.each(["/", "/nowhere", "/reports/more"])("returns 404 at %s", async (path) => {
    expect(await refusal(path, { reports: [report] })).toMatchObject({ status: 404 });
  });

  it("accepts numeric codes, and a file with wrapped lines", async () => {
    const numbered = await post("/reports", { reports: [{ ...report, code: 404 }] });
    expect(numbered.reports[0]?.error?.carrierCode).toBe("404");
    const wrapped = { ...file, data: `${file.data.slice(0, 4)}\r\n${file.data.slice(4)}\n` };
    const [inbound] = (await post("/replies", { replies: [{ ...reply, type: "file", file: wrapped }] }))
      .inbound;
    const bytes = Buffer.from(file.data, "base64");
    expect(inbound).toMatchObject({ content: { bytes, contentType: "image/png", filename: null } });
  });
});
