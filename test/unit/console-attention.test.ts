import { type Campaign, RecadoError } from "../../src/client";
import {
  checkFaultOf,
  isStuck,
  isTroubled,
  recentOf,
} from "../../src/web/console/page/overview/attention-rules";
import { areAllSandbox } from "../../src/web/console/page/overview/sources";

const NOW = Date.parse("2026-11-25T12:00:00Z");
const ago = (ms: number) => new Date(NOW - ms).toISOString();
const HOUR = 3_600_000;

const campaign = (changes: Partial<Campaign>, counts: Partial<Campaign["progress"]> = {}) => ({
  status: "completed" as const,
  error: null,
  expected_total: null,
  failed_at: null,
  completed_at: ago(HOUR),
  progress: {
    total: 1_000,
    pending: 0,
    blocked: 0,
    error: 0,
    sent: 0,
    delivered: 1_000,
    read: 0,
    undelivered: 0,
    failed: 0,
    expired: 0,
    canceled: 0,
    waiting: 0,
    ...counts,
  },
  ...changes,
});

describe("a campaign on the overview", () => {
  it.each([
    ["has 5 % failures", campaign({}, { delivered: 950, undelivered: 50 }), false],
    ["has over 5 % failures", campaign({}, { delivered: 949, undelivered: 51 }), true],
    [
      "runs with over 5 % failures",
      campaign({ status: "running", completed_at: null }, { failed: 60 }),
      true,
    ],
    ["failed two days ago", campaign({ completed_at: ago(48 * HOUR) }, { failed: 60 }), false],
    ["has blocked messages only beside few others", campaign({}, { blocked: 980, failed: 1 }), false],
    [
      "has over 5 % failures of those not canceled",
      campaign({}, { canceled: 900, delivered: 90, failed: 10 }),
      true,
    ],
    ["had all messages canceled by a person", campaign({}, { canceled: 1_000, delivered: 0 }), false],
    ["reached no recipient", campaign({}, { total: 0, delivered: 0 }), true],
    ["arrived", campaign({}), false],
  ])("needs attention if it %s: %#", (_case, given, expected) => {
    expect(isTroubled(given, NOW)).toBe(expected);
  });
});

describe("the recent campaigns of the overview", () => {
  it("lists running campaigns before newer ones, and five at most", () => {
    const of = (...statuses: Campaign["status"][]) => statuses.map((status, id) => ({ status, id }));
    const shown = recentOf(of("completed", "error", "running", "completed", "running", "completed"));
    expect(shown.map(({ id }) => id)).toEqual([2, 4, 0, 1, 3]);
  });
});

describe("the cost on the overview", () => {
  it("is marked as a test only if there are senders and all are sandbox senders", () => {
    const [sandbox, real] = [{ carrier: "sandbox" }, { carrier: "zenvia" }];
    expect(areAllSandbox([sandbox, sandbox])).toBe(true);
    expect([[], [sandbox, real]].map(areAllSandbox)).toEqual([false, false]);
  });
});

describe("a sender on the overview", () => {
  it.each([
    ["is ready without a queue", { state: "ready", waiting_since: null }, false],
    ["has a queue of half a minute", { state: "ready", waiting_since: ago(30_000) }, false],
    ["has a queue of over a minute", { state: "ready", waiting_since: ago(61_000) }, true],
    ["has a carrier that is away", { state: "unconnected", waiting_since: null }, true],
  ] as const)("needs attention if it %s: %#", (_case, sender, expected) => {
    expect(isStuck(sender, NOW)).toBe(expected);
  });
});

describe("the check of a scheduled campaign", () => {
  const refused = (
    status: number,
    code: "not_found" | "unprocessable_entity" | "internal_error",
    field?: string,
  ) =>
    new RecadoError("previewMessages", new Response(null, { status }), {
      code,
      explanation: "",
      fields: field === undefined ? [] : [{ field, message: "is refused" }],
      requestId: null,
      retryAfterSeconds: null,
    });

  it.each([
    ["reports a deleted list", refused(404, "not_found"), "listDeleted"],
    ["reports a removed sender", refused(422, "unprocessable_entity", "sender_id"), "senderRemoved"],
    ["reports messages that cannot be sent", refused(422, "unprocessable_entity"), "notLaunchable"],
    ["finds no fault if the clocks differ", refused(422, "unprocessable_entity", "send_at"), null],
    ["finds no fault if the service fails", refused(500, "internal_error"), null],
    ["finds no fault without a response", new TypeError("fetch failed"), null],
  ])("%s", (_, error, fault) => {
    expect(checkFaultOf(error)).toBe(fault);
  });
});
