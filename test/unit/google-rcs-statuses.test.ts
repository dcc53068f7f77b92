import type { SubmitOutcome } from "../../src/carriers/carrier";
import { CODES, outcomeOf, REPORTS } from "../../src/carriers/google-rcs/status-table";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const ACCEPTED: SubmitOutcome = { type: "accepted", references: [ID] };
const LIMIT_OF_A_PERSON = "You have reached the allowed traffic limit for this agent on the user";

const received = (status: number, body: unknown = undefined, headers: Record<string, string> = {}) =>
  outcomeOf({ status, headers: new Headers(headers), body }, ID, NOW);
const failed = (status: number, code: string, rest: object = {}, headers?: Record<string, string>) =>
  received(status, { error: { code: status, status: code, message: "why", ...rest } }, headers);

const because = (code: string, carrierCode: string, message = "why") => ({ code, carrierCode, message });
const refused = (carrierCode: string, message?: string): SubmitOutcome => ({
  type: "refused",
  error: because("carrier_rejected", carrierCode, message) as never,
});
const retry = (carrierCode: string, message?: string): SubmitOutcome => ({
  type: "retry",
  error: because("carrier_unreachable", carrierCode, message) as never,
});
const away = (carrierCode: string, retryAfterMs?: number, message?: string): SubmitOutcome => ({
  type: "away",
  error: because("carrier_unreachable", carrierCode, message) as never,
  retryAfterMs,
});
const throttled = (retryAfterMs?: number, message?: string): SubmitOutcome => ({
  type: "throttled",
  error: because("carrier_unreachable", "RESOURCE_EXHAUSTED", message) as never,
  retryAfterMs,
});
const noRcs: SubmitOutcome = {
  type: "refused",
  error: {
    code: "undeliverable",
    message: "this agent cannot reach the number by RCS",
    carrierCode: "NOT_FOUND",
    lacksChannel: true,
  },
};
const retryInfo = (retryDelay: string) => ({
  details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }],
});

describe("outcomes of submissions to Google RCS", () => {
  it.each<[string, SubmitOutcome, SubmitOutcome]>([
    ["a created message", received(200, { name: "phones/+55/agentMessages/1" }), ACCEPTED],
    ["200 without a body", received(200), ACCEPTED],
    ["200 with a body that is not JSON", received(200, "<html>Welcome"), { type: "unknown" }],
    ["an id that was used before", failed(409, "ALREADY_EXISTS"), ACCEPTED],
    ["409 without a body", received(409), ACCEPTED],
    ["an aborted call", failed(409, "ABORTED"), retry("ABORTED")],
    ["a malformed request", failed(400, "INVALID_ARGUMENT"), refused("INVALID_ARGUMENT")],
    ["a failed precondition", failed(400, "FAILED_PRECONDITION"), refused("FAILED_PRECONDITION")],
    [
      "400 without a body",
      received(400),
      refused("INVALID_ARGUMENT", "Google returned 400 INVALID_ARGUMENT"),
    ],
    ["a token that was refused twice", failed(401, "UNAUTHENTICATED"), away("UNAUTHENTICATED")],
    [
      "a number that is not a tester's, or an agent without permission",
      failed(403, "PERMISSION_DENIED"),
      away("PERMISSION_DENIED", 60_000),
    ],
    ["a number without RCS", failed(404, "NOT_FOUND"), noRcs],
    ["404 without a body", received(404), noRcs],
    [
      "404 with an HTML page",
      received(404, "<!DOCTYPE html>", { "content-type": "text/html; charset=UTF-8" }),
      away("404", undefined, "the carrier returned 404"),
    ],
    ["too many requests", failed(429, "RESOURCE_EXHAUSTED"), throttled()],
    [
      "too many requests, with Retry-After",
      failed(429, "RESOURCE_EXHAUSTED", {}, { "retry-after": "7" }),
      throttled(7_000),
    ],
    [
      "too many requests, with Google's RetryInfo",
      failed(429, "RESOURCE_EXHAUSTED", retryInfo("3.5s")),
      throttled(3_500),
    ],
    [
      "too many messages to one person",
      failed(429, "RESOURCE_EXHAUSTED", { message: LIMIT_OF_A_PERSON }),
      {
        type: "refused",
        error: because("undeliverable", "RESOURCE_EXHAUSTED", LIMIT_OF_A_PERSON) as never,
      },
    ],
    ["an internal error", failed(500, "INTERNAL"), { type: "unknown" }],
    ["500 without a body", received(500), { type: "unknown" }],
    ["a gateway error", received(502, "Bad Gateway"), { type: "unknown" }],
    ["an unimplemented operation", failed(501, "UNIMPLEMENTED"), away("UNIMPLEMENTED")],
    ["an unavailable service", failed(503, "UNAVAILABLE"), away("UNAVAILABLE")],
    [
      "an unavailable service, with Retry-After",
      failed(503, "UNAVAILABLE", {}, { "retry-after": "9" }),
      away("UNAVAILABLE", 9_000),
    ],
    ["an exceeded deadline", failed(504, "DEADLINE_EXCEEDED"), { type: "unknown" }],
    ["a redirect", received(302), away("302", undefined, "the carrier returned 302")],
    ["an unknown code, by its status", failed(404, "toString"), noRcs],
    [
      "an error that is not an object",
      received(400, { error: "no" }),
      refused("INVALID_ARGUMENT", "Google returned 400 INVALID_ARGUMENT"),
    ],
    [
      "details that are not a list",
      failed(429, "RESOURCE_EXHAUSTED", { details: {}, message: 7 }),
      throttled(undefined, "Google returned 429 RESOURCE_EXHAUSTED"),
    ],
  ])("classifies %s", (_label, outcome, expected) => {
    expect(outcome).toEqual(expected);
  });

  it("truncates Google's message", () => {
    const outcome = failed(400, "INVALID_ARGUMENT", { message: "x".repeat(5_000) });
    expect(outcome.type === "refused" && outcome.error.message).toHaveLength(300);
  });

  it("maps every canonical code of Google to an outcome", () => {
    const types = Object.entries(CODES).map(([code, { http }]) => [code, failed(http, code).type]);
    expect(Object.fromEntries(types)).toEqual({
      INVALID_ARGUMENT: "refused",
      FAILED_PRECONDITION: "refused",
      OUT_OF_RANGE: "refused",
      UNAUTHENTICATED: "away",
      PERMISSION_DENIED: "away",
      NOT_FOUND: "refused",
      ALREADY_EXISTS: "accepted",
      ABORTED: "retry",
      RESOURCE_EXHAUSTED: "throttled",
      CANCELLED: "unknown",
      UNKNOWN: "unknown",
      INTERNAL: "unknown",
      DATA_LOSS: "unknown",
      UNIMPLEMENTED: "away",
      UNAVAILABLE: "away",
      DEADLINE_EXCEEDED: "unknown",
    });
  });

  it("maps only the events of the table to statuses", () => {
    expect(REPORTS).toEqual({ DELIVERED: "delivered", READ: "read", TTL_EXPIRATION_REVOKED: "expired" });
  });
});
