import fc from "fast-check";
import { rejectionOf, taken } from "../../src/carriers/zenvia/submit-outcomes";
import { readEvent } from "../../src/carriers/zenvia/callback-events";
import { verdictOf } from "../../src/carriers/zenvia/status-table";
import type { Schemas } from "../../src/carriers/zenvia/client";
import type { Channel } from "../../src/messaging/channel";
import { Problem } from "../../src/platform/problem";
import { noon } from "../support/clock";

describe("Zenvia's responses to submissions", () => {
  it.each([
    ["an id", { id: "z-1" }, { type: "accepted", references: ["z-1"] }],
    ["no id", {}, { type: "unknown" }],
    ["an invalid id", { id: "a\0b" }, { type: "unknown" }],
    ["an HTML page", "<html>", { type: "unknown" }],
    ["no body", undefined, { type: "unknown" }],
  ])("classifies 200 with %s", (_, body, outcome) => expect(taken(body)).toEqual(outcome));

  const failure = (code: string) => ({ code, message: "Why" });
  const error = (code: string, carrierCode: string, message = "Zenvia: Why") => ({
    code,
    message,
    carrierCode,
  });
  const [rejected, unreachable] = ["carrier_rejected", "carrier_unreachable"];
  const cases: [number, unknown, Record<string, string>, unknown][] = [
    [400, failure("VALIDATION_ERROR"), {}, { type: "refused", error: error(rejected, "VALIDATION_ERROR") }],
    [
      401,
      failure("AUTHENTICATION_ERROR"),
      {},
      { type: "away", error: error(unreachable, "AUTHENTICATION_ERROR") },
    ],
    [404, failure("NOT_FOUND"), {}, { type: "away", error: error(unreachable, "NOT_FOUND") }],
    [409, failure("DUPLICATED"), {}, { type: "refused", error: error(rejected, "DUPLICATED") }],
    [500, failure("INTERNAL_ERROR"), {}, { type: "retry", error: error(unreachable, "INTERNAL_ERROR") }],
    [403, failure("FORBIDDEN"), {}, { type: "away", error: error(unreachable, "FORBIDDEN") }],
    [422, failure("VALIDATION_ERROR"), {}, { type: "refused", error: error(rejected, "VALIDATION_ERROR") }],
    [422, { code: 30, message: "Why" }, {}, { type: "refused", error: error(rejected, "30") }],
    [413, "too large", {}, { type: "refused", error: error(rejected, "413", "Zenvia: returned 413") }],
    [
      429,
      failure("LIMIT"),
      { "retry-after": "7" },
      { type: "throttled", retryAfterMs: 7_000, error: error(unreachable, "LIMIT") },
    ],
    [429, "", {}, { type: "throttled", error: error(unreachable, "429", "Zenvia: returned 429") }],
    [
      503,
      "",
      { "retry-after": new Date(noon + 30_000).toUTCString() },
      { type: "throttled", retryAfterMs: 30_000, error: error(unreachable, "503", "Zenvia: returned 503") },
    ],
    [
      503,
      "",
      { "retry-after": "soon" },
      { type: "away", error: error(unreachable, "503", "Zenvia: returned 503") },
    ],
    [503, "", {}, { type: "away", error: error(unreachable, "503", "Zenvia: returned 503") }],
    [500, "<html>", {}, { type: "unknown" }],
    [500, failure("OTHER"), {}, { type: "unknown" }],
    [502, failure("INTERNAL_ERROR"), {}, { type: "unknown" }],
    [504, "", {}, { type: "unknown" }],
    [302, "", {}, { type: "away", error: error(unreachable, "302", "Zenvia: returned 302") }],
  ];
  it.each(cases)("classifies %d with %j and %j", (status, body, headers, outcome) => {
    expect(rejectionOf(body, status, new Headers(headers), noon)).toEqual(outcome);
  });

  it("includes the named fields in the message", () => {
    const details = [
      { code: "missing", path: "contents.0.text", message: "is required" },
      { code: "odd", message: "no path" },
    ];
    const body = { code: "VALIDATION_ERROR", message: "Validation error", details };
    expect(rejectionOf(body, 400, new Headers(), noon)).toMatchObject({
      error: { message: "Zenvia: Validation error; contents.0.text: is required; no path" },
    });
  });

  it("returns an outcome for any body", () => {
    fc.assert(
      fc.property(fc.anything(), fc.integer({ min: 300, max: 599 }), (body, status) => {
        expect(rejectionOf(body, status, new Headers(), noon).type).not.toBe("accepted");
      }),
    );
  });
});

describe("Zenvia's statuses", () => {
  const because = (cause: Schemas["Cause"]) => ({ code: "NOT_DELIVERED", causes: [cause] });
  const cases: [string, Channel, Schemas["MessageStatus"], string | null][] = [
    ["SENT", "sms", { code: "SENT" }, null],
    ["DELIVERED", "sms", { code: "DELIVERED" }, "delivered"],
    ["VERIFIED", "rcs", { code: "VERIFIED" }, "delivered"],
    ["READ", "rcs", { code: "READ" }, "read"],
    ["NOT_DELIVERED", "sms", { code: "NOT_DELIVERED" }, "undelivered undeliverable NOT_DELIVERED"],
    ["REJECTED", "sms", { code: "REJECTED" }, "undelivered carrier_rejected REJECTED"],
    ["a cause's code", "sms", because({ channelErrorCode: "140" }), "undelivered undeliverable 140"],
    ["CLICKED", "rcs", { code: "CLICKED" }, null],
    ["DELETED", "rcs", { code: "DELETED" }, null],
    ["ACCEPTED", "voice", { code: "ACCEPTED" }, null],
    ["HANG_UP", "voice", { code: "HANG_UP" }, null],
    ["TERMINATED", "voice", { code: "TERMINATED" }, null],
    ["RECORDED", "voice", { code: "RECORDED" }, null],
    ["a new status", "sms", { code: "TELEPORTED" }, null],
    ["a status named like a property of every object", "sms", { code: "constructor" }, null],
    ["no status", "sms", {}, null],
  ];
  it.each(cases)("maps %s to %s", (_, channel, status, expected) => {
    const verdict = verdictOf(channel, status);
    const { error } = verdict ?? {};
    const summary = verdict && [verdict.status, ...(error ? [error.code, error.carrierCode] : [])].join(" ");
    expect(summary).toBe(expected);
  });

  it.each<[string, Channel, Schemas["Cause"], boolean]>([
    ["Google's status", "rcs", { channelErrorCode: "404" }, true],
    ["Google's name of the status", "rcs", { channelErrorCode: "NOT_FOUND" }, true],
    ["Google's message", "rcs", { reason: "Requested entity was not found." }, true],
    ["details that RCS is not enabled", "rcs", { details: "The phone number is not RCS-enabled" }, true],
    ["a reason that RCS is not supported", "rcs", { reason: "device does not support RCS" }, true],
    ["a reason that RCS is unavailable", "rcs", { reason: "RCS is not available" }, true],
    ["a reason that the person cannot be reached", "rcs", { reason: "user not reachable by RBM" }, true],
    ["details in Portuguese", "rcs", { details: "O número não possui RCS" }, true],
    ["another reason", "rcs", { channelErrorCode: "500", reason: "RCS message was not delivered" }, false],
    ["a missing picture", "rcs", { reason: "media URL answered 404" }, false],
    ["no cause", "rcs", {}, false],
    ["the same cause of an SMS", "sms", { channelErrorCode: "404" }, false],
  ])("recognises a number without RCS, or not, by %s", (_, channel, cause, expected) => {
    expect(verdictOf(channel, because(cause))?.error?.lacksChannel ?? false).toBe(expected);
  });

  it("uses the most specific text", () => {
    const message = (causes: Schemas["Cause"][]) =>
      verdictOf("sms", { code: "NOT_DELIVERED", description: "Not delivered", causes })?.error?.message;
    expect(message([{ details: "Absent subscriber", reason: "27" }])).toBe("Zenvia: Absent subscriber");
    expect(message([{ reason: "27" }])).toBe("Zenvia: 27");
    expect(message([])).toBe("Zenvia: Not delivered");
  });
});

describe("events of Zenvia", () => {
  const read = (value: unknown) => readEvent(Buffer.from(JSON.stringify(value) ?? ""));

  it("keeps valid fields and drops fields of another type", () => {
    const event = {
      type: "MESSAGE_STATUS",
      message: { id: 7, from: "a\0b", to: "5511987654321", more: 1 },
      messageStatus: {
        code: "READ",
        causes: [null, "x", { reason: "a\0b", channelErrorCode: 1 }],
        context: [],
      },
    };
    expect(read(event)).toEqual({
      type: "MESSAGE_STATUS",
      message: { to: "5511987654321" },
      messageStatus: { code: "READ", causes: [{ reason: "ab" }] },
    });
  });

  it.each(["", "{", "null", "7", "[]", "{}", '{"type":7}', '{"type":""}'])("refuses %j", (body) => {
    expect(() => readEvent(Buffer.from(body))).toThrow(Problem);
  });

  it("accepts or refuses any content", () => {
    const values = fc.oneof(
      fc.anything(),
      fc.record({
        type: fc.constantFrom("MESSAGE", "MESSAGE_STATUS"),
        message: fc.anything(),
        messageStatus: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(values, (value) => {
        let text: string | undefined;
        try {
          text = JSON.stringify(value);
        } catch {
          return; // no JSON
        }
        try {
          expect(typeof readEvent(Buffer.from(text ?? "")).type).toBe("string");
        } catch (error) {
          expect(error).toMatchObject({ name: "Problem", status: 400 });
        }
      }),
    );
  });
});
