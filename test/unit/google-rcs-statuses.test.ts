import type { SubmitOutcome } from "../../src/carriers/carrier";
import { CODES, outcomeOf, REPORTS } from "../../src/carriers/google-rcs/status-table";

const NOW = Date.parse("2026-01-31T12:00:00Z");
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const TAKEN: SubmitOutcome = { type: "accepted", references: [ID] };
const LIMIT_OF_A_PERSON = "You have reached the allowed traffic limit for this agent on the user";

const answered = (status: number, body: unknown = undefined, headers: Record<string, string> = {}) =>
  outcomeOf({ status, headers: new Headers(headers), body }, ID, NOW);
const failed = (status: number, code: string, rest: object = {}, headers?: Record<string, string>) =>
  answered(status, { error: { code: status, status: code, message: "why", ...rest } }, headers);

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

describe("what Google answers to a message", () => {
  it.each<[string, SubmitOutcome, SubmitOutcome]>([
    ["a message of Google's is taken", answered(200, { name: "phones/+55/agentMessages/1" }), TAKEN],
    ["200 without a word is taken", answered(200), TAKEN],
    ["200 with something else than JSON is not known", answered(200, "<html>Welcome"), { type: "unknown" }],
    ["an id used before is taken", failed(409, "ALREADY_EXISTS"), TAKEN],
    ["409 without a word is an id used before", answered(409), TAKEN],
    ["an aborted call comes again", failed(409, "ABORTED"), retry("ABORTED")],
    ["what is malformed is refused", failed(400, "INVALID_ARGUMENT"), refused("INVALID_ARGUMENT")],
    [
      "a precondition that fails is refused",
      failed(400, "FAILED_PRECONDITION"),
      refused("FAILED_PRECONDITION"),
    ],
    [
      "400 without a word",
      answered(400),
      refused("INVALID_ARGUMENT", "Google answered 400 INVALID_ARGUMENT"),
    ],
    ["a token that is refused twice", failed(401, "UNAUTHENTICATED"), away("UNAUTHENTICATED")],
    ["an agent that is not ours waits", failed(403, "PERMISSION_DENIED"), away("PERMISSION_DENIED", 60_000)],
    ["a number without RCS", failed(404, "NOT_FOUND"), noRcs],
    ["404 without a word is a number without RCS", answered(404), noRcs],
    [
      "404 with a page is a wrong URL",
      answered(404, "<!DOCTYPE html>", { "content-type": "text/html; charset=UTF-8" }),
      away("404", undefined, "the carrier answered 404"),
    ],
    [
      "too many at once",
      failed(429, "RESOURCE_EXHAUSTED"),
      { type: "throttled", error: because("carrier_unreachable", "RESOURCE_EXHAUSTED") as never },
    ],
    [
      "too many at once, with Retry-After",
      failed(429, "RESOURCE_EXHAUSTED", {}, { "retry-after": "7" }),
      {
        type: "throttled",
        error: because("carrier_unreachable", "RESOURCE_EXHAUSTED") as never,
        retryAfterMs: 7_000,
      },
    ],
    [
      "too many at once, with Google's own word for how long",
      failed(429, "RESOURCE_EXHAUSTED", retryInfo("3.5s")),
      {
        type: "throttled",
        error: because("carrier_unreachable", "RESOURCE_EXHAUSTED") as never,
        retryAfterMs: 3_500,
      },
    ],
    [
      "too many to one person holds up nobody else",
      failed(429, "RESOURCE_EXHAUSTED", { message: LIMIT_OF_A_PERSON }),
      {
        type: "refused",
        error: because("undeliverable", "RESOURCE_EXHAUSTED", LIMIT_OF_A_PERSON) as never,
      },
    ],
    ["a fault of Google's", failed(500, "INTERNAL"), { type: "unknown" }],
    ["500 without a word", answered(500), { type: "unknown" }],
    ["a gateway without an answer", answered(502, "Bad Gateway"), { type: "unknown" }],
    ["an operation that is not there", failed(501, "UNIMPLEMENTED"), away("UNIMPLEMENTED")],
    ["Google is away", failed(503, "UNAVAILABLE"), away("UNAVAILABLE")],
    [
      "Google is away for a while",
      failed(503, "UNAVAILABLE", {}, { "retry-after": "9" }),
      away("UNAVAILABLE", 9_000),
    ],
    ["Google's own deadline", failed(504, "DEADLINE_EXCEEDED"), { type: "unknown" }],
    ["a redirect leads elsewhere", answered(302), away("302", undefined, "the carrier answered 302")],
    ["a code of no use goes by the status", failed(404, "toString"), noRcs],
    [
      "an error that is no object",
      answered(400, { error: "no" }),
      refused("INVALID_ARGUMENT", "Google answered 400 INVALID_ARGUMENT"),
    ],
    [
      "details that are no list",
      failed(429, "RESOURCE_EXHAUSTED", { details: {}, message: 7 }),
      {
        type: "throttled",
        error: because(
          "carrier_unreachable",
          "RESOURCE_EXHAUSTED",
          "Google answered 429 RESOURCE_EXHAUSTED",
        ) as never,
      },
    ],
  ])("%s", (_label, outcome, expected) => {
    expect(outcome).toEqual(expected);
  });

  it("cuts what Google says to what a person reads", () => {
    const outcome = failed(400, "INVALID_ARGUMENT", { message: "x".repeat(5_000) });
    expect(outcome.type === "refused" && outcome.error.message).toHaveLength(300);
  });

  it("knows what each of Google's canonical codes comes to", () => {
    const types = Object.entries(CODES).map(([code, { http }]) => [code, failed(http, code).type]);
    expect(Object.fromEntries(types)).toEqual({
      ...{ INVALID_ARGUMENT: "refused", FAILED_PRECONDITION: "refused", OUT_OF_RANGE: "refused" },
      ...{ UNAUTHENTICATED: "away", PERMISSION_DENIED: "away", NOT_FOUND: "refused" },
      ...{ ALREADY_EXISTS: "accepted", ABORTED: "retry", RESOURCE_EXHAUSTED: "throttled" },
      ...{ CANCELLED: "unknown", UNKNOWN: "unknown", INTERNAL: "unknown", DATA_LOSS: "unknown" },
      ...{ UNIMPLEMENTED: "away", UNAVAILABLE: "away", DEADLINE_EXCEEDED: "unknown" },
    });
  });

  it("takes no event for a report but those of the table", () => {
    expect(REPORTS).toEqual({ DELIVERED: "delivered", READ: "read", TTL_EXPIRATION_REVOKED: "expired" });
  });
});
