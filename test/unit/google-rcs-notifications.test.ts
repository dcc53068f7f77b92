import fc from "fast-check";
import { readNotification, type Notification } from "../../src/carriers/google-rcs/notifications";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const EARLIER = "2026-01-31T11:59:58.123456789Z";
const AGENT = "padaria_7hq2x9fk_agent@rbm.goog";
const PERSON = "+5511987654321";
const MESSAGE = "01890a5d-ac96-774b-bcce-b302099a8057";

const parties = { senderPhoneNumber: PERSON, agentId: AGENT };
const sent = { ...parties, messageId: "MxABC", sendTime: EARLIER };
const common = { from: PERSON, to: AGENT, inReplyTo: null, reference: "MxABC" };
const message = (content: unknown): Notification =>
  ({ kind: "inbound", item: { kind: "message", channel: "rcs", ...common, content } }) as Notification;
const happened = (eventType: string, rest: object = {}) => ({
  ...parties,
  eventType,
  eventId: "e-1",
  sendTime: EARLIER,
  ...rest,
});
const event = (eventType: string, reference: string | null = "e-1"): Notification =>
  ({
    kind: "inbound",
    item: { kind: "rcs-event", ...common, reference, eventType, actionLabel: null, postbackData: null },
  }) as Notification;
const report = (status: string, error: unknown = null, occurredAt = NOW - 1_877): Notification =>
  ({ kind: "report", report: { reference: MESSAGE, status, error, occurredAt } }) as Notification;
const nothing = (what: string): Notification => ({ kind: "nothing", what });
const file = (payload: object) => ({ ...sent, userFile: { payload } });
const onFile = (rest: object): Notification =>
  ({
    kind: "file",
    envelope: { kind: "message", channel: "rcs", ...common },
    file: { url: "https://f.example/1", contentType: "image/jpeg", filename: null, sizeBytes: null, ...rest },
    sentAt: NOW - 1_877,
  }) as Notification;
const noMessage = nothing("no message of a person to an agent");
const unknownContent = nothing("a message of a kind that is not known");

describe("notifications from Google RCS", () => {
  it.each<[string, unknown, Notification]>([
    ["a delivery", happened("DELIVERED", { messageId: MESSAGE }), report("delivered")],
    ["a reading", happened("READ", { messageId: MESSAGE }), report("read")],
    [
      "a revocation at the end of the validity",
      {
        phoneNumber: PERSON,
        agentId: AGENT,
        messageId: MESSAGE,
        eventType: "TTL_EXPIRATION_REVOKED",
        sendTime: EARLIER,
      },
      report("expired", {
        code: "expired",
        message: "not delivered within its validity, and revoked",
        carrierCode: "TTL_EXPIRATION_REVOKED",
      }),
    ],
    [
      "a failed revocation",
      { phoneNumber: PERSON, agentId: AGENT, messageId: MESSAGE, eventType: "TTL_EXPIRATION_REVOKE_FAILED" },
      nothing("TTL_EXPIRATION_REVOKE_FAILED"),
    ],
    [
      "a delivery without a time",
      { ...happened("DELIVERED", { messageId: MESSAGE }), sendTime: undefined },
      report("delivered", null, NOW),
    ],
    [
      "a delivery with a time in the future",
      happened("DELIVERED", { messageId: MESSAGE, sendTime: "2030-01-01T00:00:00Z" }),
      report("delivered", null, NOW),
    ],
    [
      "a delivery with an invalid time",
      happened("DELIVERED", { messageId: MESSAGE, sendTime: "soon" }),
      report("delivered", null, NOW),
    ],
    ["a delivery without a message id", happened("DELIVERED"), nothing("DELIVERED")],
    ["typing", happened("IS_TYPING"), event("typing")],
    ["a subscription", happened("SUBSCRIBE"), event("subscribe")],
    ["an unsubscription", happened("UNSUBSCRIBE"), event("unsubscribe")],
    ["typing without an id", happened("IS_TYPING", { eventId: undefined }), event("typing", null)],
    ["typing without sender", happened("IS_TYPING", { senderPhoneNumber: "nobody" }), nothing("IS_TYPING")],
    ["an unknown event", happened("constructor"), nothing("constructor")],
    ["a text", { ...sent, text: "Oi" }, message({ type: "text", text: "Oi" })],
    [
      "a tapped reply",
      { ...sent, suggestionResponse: { type: "REPLY", text: "Sim", postbackData: "yes" } },
      message({ type: "suggestion", text: "Sim", postbackData: "yes" }),
    ],
    [
      "a tapped reply without a type",
      { ...sent, suggestionResponse: { text: "Sim" } },
      message({ type: "suggestion", text: "Sim", postbackData: null }),
    ],
    [
      "a tapped action",
      { ...sent, suggestionResponse: { type: "ACTION", text: "Ver", postbackData: "see" } },
      {
        kind: "inbound",
        item: { kind: "rcs-event", ...common, eventType: "action", actionLabel: "Ver", postbackData: "see" },
      },
    ],
    [
      "a location",
      { ...sent, location: { latitude: -23.5, longitude: -46.6 } },
      message({ type: "location", latitude: -23.5, longitude: -46.6 }),
    ],
    [
      "a location on the equator",
      { ...sent, location: { longitude: 9 } },
      message({ type: "location", latitude: 0, longitude: 9 }),
    ],
    ["an impossible latitude", { ...sent, location: { latitude: 91, longitude: 0 } }, unknownContent],
    ["a latitude as text", { ...sent, location: { latitude: "1", longitude: 0 } }, unknownContent],
    [
      "a picture",
      file({
        fileUri: "https://f.example/1",
        mimeType: "image/jpeg",
        fileName: "a.jpg",
        fileSizeBytes: 4_096,
      }),
      onFile({ filename: "a.jpg", sizeBytes: 4_096 }),
    ],
    [
      "a file with its size as text and without a type",
      file({ fileUri: "https://f.example/1", fileSizeBytes: "4096" }),
      onFile({ contentType: "application/octet-stream", sizeBytes: 4_096 }),
    ],
    [
      "a file with an invalid type",
      file({ fileUri: "https://f.example/1", mimeType: "image/jpeg\r\nx: y" }),
      onFile({ contentType: "application/octet-stream" }),
    ],
    ["a file without an address", file({ mimeType: "image/jpeg" }), unknownContent],
    ["unknown content", { ...sent, dance: {} }, unknownContent],
    ["a message without an agent", { ...sent, text: "Oi", agentId: undefined }, noMessage],
    ["a message without a valid sender", { ...sent, text: "Oi", senderPhoneNumber: 7 }, noMessage],
    [
      "a response to a capability check",
      { requestId: "1", phoneNumber: PERSON, rbmEnabled: true },
      noMessage,
    ],
    ["a list", [], nothing("no object")],
    ["null", null, nothing("no object")],
    ["a string", "Oi", nothing("no object")],
  ])("reads %s", (_label, data, expected) => {
    expect(readNotification(data, NOW)).toEqual(expected);
  });

  it("accepts any JSON and never returns a time in the future", () => {
    const field = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(AGENT, PERSON, "DELIVERED", "READ", "ACTION", EARLIER),
    );
    const names = [
      ...["senderPhoneNumber", "agentId", "eventType", "messageId", "sendTime", "text", "eventId"],
      ...["suggestionResponse", "location", "userFile"],
    ];
    const data = fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] });
    fc.assert(
      fc.property(data, (one) => {
        const notification = readNotification(one, NOW);
        expect(["report", "inbound", "file", "nothing"]).toContain(notification.kind);
        if (notification.kind === "report") expect(notification.report.occurredAt).toBeLessThanOrEqual(NOW);
      }),
    );
  });
});
