import { createServer, type ServerResponse } from "node:http";
import pino from "pino";
import { googleRcsKind } from "../../src/carriers/google-rcs/google-rcs";
import { MAX_INBOUND_FILE_BYTES } from "../../src/carriers/inbound-file";
import type { Callback } from "../../src/carriers/kind";
import { HOUR } from "../../src/platform/time";
import { listening } from "../support/listening";
import { noon, testClock, type TestClock } from "../support/clock";
import { carrierDeps, receive } from "./support/connection";
import { CLIENT_TOKEN, connectionTo, keyFileOf, notification, posted } from "./support/google-peer";

const AGENT = "padaria_7hq2x9fk_agent@rbm.goog";
const PERSON = "+5511987654321";
const MESSAGE = "01890a5d-ac96-774b-bcce-b302099a8057";
const NOTHING = { reports: [], inbound: [], response: { status: 200 } };

const parties = { senderPhoneNumber: PERSON, agentId: AGENT };
const delivered = { ...parties, eventType: "DELIVERED", eventId: "e-1", messageId: MESSAGE };
const text = { ...parties, messageId: "MxABC", sendTime: "2026-01-31T11:59:58Z", text: "Oi" };
const stored = {
  ...NOTHING,
  reports: [{ reference: MESSAGE, status: "delivered", error: null, occurredAt: noon }],
};

describe("callbacks of google-rcs", () => {
  let clock: TestClock;
  let lines: string[];
  const reader = (url = "http://127.0.0.1:1") => {
    const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
    const connection = connectionTo({ url }, keyFileOf("https://oauth2.example/token"));
    const callbacks = googleRcsKind.callbacks?.(connection, carrierDeps({ clock, log }));
    return (callback: Callback): Promise<unknown> => receive(callbacks, callback);
  };

  beforeEach(() => {
    clock = testClock();
    lines = [];
  });

  it("responds with 200, the only status that Google accepts", async () => {
    expect(await reader()(notification(delivered))).toEqual(stored);
  });

  it("returns the same for a repeated callback", async () => {
    const read = reader();
    const once = await read(notification(text));
    expect(await read(notification(text))).toEqual(once);
    expect(once).toMatchObject({ inbound: [{ reference: "MxABC", from: PERSON, to: AGENT }] });
  });

  it("reads signed fields only", async () => {
    const { headers, body } = notification(delivered);
    const { message } = JSON.parse(body.toString()) as { message: object };
    const attributes = { eventType: "READ", business_id: "another" };
    const callback = posted({ message: { ...message, attributes, publishTime: "2030-01-01T00:00:00Z" } });
    expect(await reader()({ ...callback, headers })).toEqual(stored);
  });

  it("ignores other events", async () => {
    expect(await reader()(notification({ eventType: "AGENT_LAUNCH", agentId: AGENT }))).toEqual(NOTHING);
  });

  it("logs no number and no text", async () => {
    const read = reader();
    await read(notification(text));
    await read(notification({ ...parties, eventType: "DANCE" }));
    await read(notification({ ...parties, userFile: { payload: { fileUri: "ftp://f.example/secret" } } }));
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/5511987654321|Oi|secret/);
  });

  const forged: [string, () => Callback][] = [
    ["without a signature", () => ({ ...notification(delivered), headers: {} })],
    ["with an empty signature", () => ({ ...notification(delivered), headers: { "x-goog-signature": "" } })],
    ["signed with another token", () => notification(delivered, "another")],
    [
      "with the signature of another message",
      () => ({ ...notification(delivered), headers: notification(text).headers }),
    ],
    [
      "with a truncated signature",
      () => {
        const callback = notification(delivered);
        const cut = callback.headers["x-goog-signature"]?.slice(0, 20);
        return { ...callback, headers: { "x-goog-signature": cut } };
      },
    ],
    ["without a message", () => posted({}, { "x-goog-signature": "AAAA" })],
    ["with an invalid message", () => posted({ message: 7 }, { "x-goog-signature": "AAAA" })],
    ["with a body that is not JSON", () => posted("}{")],
    ["with a signature and a body that is not JSON", () => posted("}{", { "x-goog-signature": "AAAA" })],
    ["of null", () => posted("null")],
    ["of another's registration", () => posted({ clientToken: "another", secret: "1" })],
    ["of a registration without a token", () => posted({ clientToken: "", secret: "1" })],
    [
      "of a registration with half a token",
      () => posted({ clientToken: CLIENT_TOKEN.slice(1), secret: "1" }),
    ],
  ];
  it.each(forged)("refuses a callback %s", async (_label, callback) => {
    await expect(reader()(callback())).rejects.toMatchObject({ status: 401 });
  });

  it.each<[string, Callback]>([
    ["signed data that is not JSON", notification("}{")],
    ["a registration without a secret", posted({ clientToken: CLIENT_TOKEN })],
  ])("returns 400 for %s", async (_label, callback) => {
    await expect(reader()(callback)).rejects.toMatchObject({ status: 400 });
  });

  it("returns the secret of a registration as text", async () => {
    expect(await reader()(posted({ clientToken: CLIENT_TOKEN, secret: "1234567890" }))).toEqual({
      ...NOTHING,
      response: { status: 200, contentType: "text/plain", body: "1234567890" },
    });
  });

  describe("files", () => {
    let serve: (response: ServerResponse) => void;
    let origin: string;
    let stop: () => Promise<void>;
    const files = createServer((_request, response) => serve(response));
    const sent = (payload: object = {}) =>
      notification({
        ...parties,
        messageId: "MxFILE",
        sendTime: "2026-01-31T12:00:00Z",
        userFile: {
          payload: { fileUri: `${origin}/1`, mimeType: "image/jpeg", fileName: "a.jpg", ...payload },
        },
      });

    beforeAll(async () => {
      ({ url: origin, stop } = await listening(files));
    });
    afterAll(() => stop());

    it("fetches a file", async () => {
      serve = (response) => response.end("jpeg");
      const content = {
        type: "file",
        contentType: "image/jpeg",
        filename: "a.jpg",
        bytes: Buffer.from("jpeg"),
      };
      expect(await reader()(sent({ fileSizeBytes: 4 }))).toEqual({
        ...NOTHING,
        inbound: [
          {
            kind: "message",
            channel: "rcs",
            from: PERSON,
            to: AGENT,
            inReplyTo: null,
            reference: "MxFILE",
            content,
          },
        ],
      });
    });

    const dropped: [string, (response: ServerResponse) => void, object, string][] = [
      [
        "is announced as too large",
        (r) => r.end("x"),
        { fileSizeBytes: MAX_INBOUND_FILE_BYTES + 1 },
        "the file exceeds",
      ],
      ["is redirected", (r) => r.writeHead(302, { location: "/2" }).end(), {}, "the file's URL returned 302"],
    ];
    it.each(dropped)("drops and logs a file that %s", async (_label, response, payload, problem) => {
      serve = response;
      expect(await reader()(sent(payload))).toEqual(NOTHING);
      expect(lines.join()).toContain(problem);
    });

    it("fetches no file without TLS for a connection with TLS", async () => {
      serve = (response) => response.end("x");
      expect(await reader("https://us-rcsbusinessmessaging.googleapis.com")(sent())).toEqual(NOTHING);
      expect(lines.join()).toContain("the file's URL is not an https URL");
    });

    it.each<[string, (response: ServerResponse) => void]>([
      ["fails", (response) => response.writeHead(503).end()],
      ["hangs up", (response) => response.destroy()],
    ])("returns 503 for an hour while the file's server %s", async (_label, response) => {
      serve = response;
      await expect(reader()(sent())).rejects.toMatchObject({ status: 503 });
      clock.advance(HOUR - 1);
      await expect(reader()(sent())).rejects.toMatchObject({ status: 503 });
      clock.advance(1);
      expect(await reader()(sent())).toEqual(NOTHING);
    });

    it("stores 120 files of messages older than an hour that arrive at once", async () => {
      clock.advance(2 * HOUR);
      serve = (response) => response.end("jpeg");
      const read = reader();
      const results = await Promise.all(Array.from({ length: 120 }, () => read(sent())));
      for (const result of results) {
        expect(result).toMatchObject({ inbound: [{ content: { bytes: Buffer.from("jpeg") } }] });
      }
    });
  });
});
