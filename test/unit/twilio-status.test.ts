import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callEnding, messageEnding, refusalOf } from "../../src/carriers/twilio/status-table";
import { GUIDES_FOLDER } from "../../src/web/docs/guides";

const NOW = Date.parse("2026-01-31T12:00:00Z");

const refusal = (status: number, code: number | null, headers: Record<string, string> = {}) =>
  refusalOf({ status, headers: new Headers(headers) }, code === null ? "<html>" : { code, status }, NOW);

describe("a submission refused by Twilio", () => {
  it.each([
    ["a number that is not valid", 400, 21211],
    ["a country that the account may not send to", 400, 21408],
    ["a country that the account may not call", 403, 21215],
    ["a person who has unsubscribed", 400, 21610],
    ["a number that this sender does not reach", 400, 21612],
    ["a text that is too long", 400, 21617],
    ["a sender of another account", 400, 21660],
    ["an unverified number on a trial account", 400, 21608],
    ["an unknown code", 400, 29999],
  ])("fails permanently: %s", (_, status, code) => {
    expect(refusal(status, code)).toMatchObject({
      type: "refused",
      error: { code: "carrier_rejected", carrierCode: String(code) },
    });
  });

  it.each([
    ["a number that is not mobile", 21614],
    ["a landline", 21635],
  ])("reports that the number has no SMS: %s", (_, code) => {
    expect(refusal(400, code)).toMatchObject({ type: "refused", error: { lacksChannel: true } });
    expect(refusal(400, 21211)).not.toHaveProperty("error.lacksChannel");
  });

  it.each([
    ["wrong credentials", 401, 20003, "20003"],
    ["an unknown account", 404, 20404, "20404"],
    ["an inactive account", 403, 20005, "20005"],
    ["a callback URL that Twilio does not accept", 400, 21609, "21609"],
    ["an unavailable service", 503, 20503, "20503"],
    ["a redirect", 302, null, "302"],
    ["an answer from another server than Twilio", 403, null, "403"],
  ])("waits without counting as an attempt: %s", (_, status, code, carrierCode) => {
    expect(refusal(status, code)).toMatchObject({
      type: "away",
      error: { code: "carrier_unreachable", carrierCode },
    });
  });

  it("is retried after too many messages to one number", () => {
    expect(refusal(400, 14107)).toMatchObject({ type: "retry", error: { carrierCode: "14107" } });
  });

  it.each([
    ["too many requests", 429, 20429, {}, undefined],
    ["too many requests, with a time", 429, 20429, { "retry-after": "3" }, 3_000],
    ["too many requests, from a proxy before Twilio", 429, null, { "retry-after": "1" }, 1_000],
    ["a full queue", 400, 21611, {}, undefined],
    ["too many calls at once", 400, 10004, {}, undefined],
    ["an unavailable service, with a time", 503, 20503, { "retry-after": "7" }, 7_000],
  ])("waits and slows down: %s", (_, status, code, headers, retryAfterMs) => {
    const outcome = refusal(status, code, headers);
    expect(outcome.type).toBe("throttled");
    expect((outcome as { retryAfterMs?: number }).retryAfterMs).toBe(retryAfterMs);
  });

  it.each([
    ["an error within Twilio", 500, 20500],
    ["a gateway's error", 502, null],
  ])("has an unknown outcome: %s", (_, status, code) => {
    expect(refusal(status, code)).toEqual({ type: "unknown" });
  });

  it.each([
    ["a code that is not a number", { code: "21211" }],
    ["a list", [21211]],
    ["nothing", undefined],
  ])("is classified by the status when the body contains %s", (_, body) => {
    expect(refusalOf({ status: 400, headers: new Headers() }, body, NOW)).toMatchObject({
      type: "refused",
      error: { carrierCode: "400" },
    });
  });
});

describe("the final status of a message", () => {
  it.each(["accepted", "scheduled", "queued", "sending", "sent", "receiving", "constructor", ""])(
    "is unknown at %s",
    (status) => {
      expect(messageEnding(status, null)).toBeNull();
    },
  );

  it.each(["delivered", "read"])("is %s", (status) => {
    expect(messageEnding(status, null)).toEqual({ status, error: null });
  });

  it.each([
    ["a phone that is off", "undelivered", "30003", "the phone is off or out of reach"],
    ["an unknown number", "undelivered", "30005", "the number is not known to the network"],
    ["a landline", "undelivered", "30006", "the number is a landline or its network cannot be reached"],
    ["a filter", "undelivered", "30007", "the message was filtered"],
    ["no reason", "undelivered", "30008", "the network gives no reason"],
    ["a full queue", "failed", "30001", "the sender's queue was full"],
    ["an opt-out", "failed", "21610", "the person has unsubscribed from this sender"],
    ["an unknown code", "failed", "39999", "the message was not delivered"],
    ["no code", "failed", null, "the message was not delivered"],
    ["a canceled message", "canceled", null, "the message was not delivered"],
  ])("is undelivered for %s", (_, status, carrierCode, message) => {
    expect(messageEnding(status, carrierCode)).toEqual({
      status: "undelivered",
      error: { code: "undeliverable", message, carrierCode },
    });
  });

  it("is expired after waiting too long", () => {
    expect(messageEnding("failed", "30036")).toMatchObject({
      status: "expired",
      error: { code: "expired", carrierCode: "30036" },
    });
  });
});

describe("the final status of a call", () => {
  it.each(["queued", "initiated", "ringing", "in-progress", "answered", "toString"])(
    "is unknown at %s",
    (status) => {
      expect(callEnding(status, null)).toBeNull();
    },
  );

  it("is delivered once the call was answered, whatever the SIP code", () => {
    expect(callEnding("completed", "200")).toEqual({ status: "delivered", error: null });
  });

  it.each([
    ["busy", "486", "the line was busy"],
    ["no-answer", "487", "the call was not answered"],
    ["failed", "404", "the call could not be connected"],
    ["failed", "13224", "the number is not valid, or cannot be called"],
    ["canceled", null, "the call was canceled before it was answered"],
  ])("is undelivered: %s with %s", (status, code, message) => {
    expect(callEnding(status, code)).toEqual({
      status: "undelivered",
      error: { code: "undeliverable", message, carrierCode: code ?? status },
    });
  });
});

describe("the guide to Twilio", () => {
  const rows = readFileSync(join(GUIDES_FOLDER, "carrier-twilio.md"), "utf8")
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .flatMap(([, codes = "", , happens = ""]) =>
      [...codes.matchAll(/\b\d{5}\b/g)].map(([code]) => [code, happens] as const),
    );
  const HAPPENS = {
    "`failed`": "refused",
    "waits until it is fixed": "away",
    "tried again": "retry",
    "waits, and the sender slows down": "throttled",
  } as const;

  it.each(rows.filter(([, happens]) => happens !== ""))("explains the outcome of %s: %s", (code, happens) => {
    const { type, ...rest } = refusal(400, Number(code));
    expect(type).toBe(HAPPENS[happens as keyof typeof HAPPENS]);
    expect(rest).not.toHaveProperty("error.message", "the carrier returned 400");
  });

  it.each(rows.filter(([, happens]) => happens === ""))("lists %s, which has its own message", (code) => {
    expect(messageEnding("undelivered", code)?.error?.message).not.toBe("the message was not delivered");
  });
});
