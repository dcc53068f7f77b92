import type { Campaign } from "../../src/client";
import { needsAttention, verdictOf } from "../../src/web/console/page/parts/campaign-outcome";
import { type Counts, deliveryOf } from "../../src/web/console/page/parts/outcomes";
import {
  byUrgency,
  causeOf,
  deliveredShare,
  endpointAdvice,
  endpointState,
  isLow,
} from "../../src/web/console/page/parts/endpoint-state";
import { postError } from "../../src/messaging/post-error";
import { settings } from "../../src/web/console/page/texts/en/settings";
import type { Texts } from "../../src/web/console/page/texts/en";

const none: Counts & { total: number; waiting: number } = {
  total: 0,
  pending: 0,
  blocked: 0,
  error: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  undelivered: 0,
  failed: 0,
  expired: 0,
  canceled: 0,
  waiting: 0,
};

type Judged = Parameters<typeof needsAttention>[0];
const campaign = (
  status: Campaign["status"],
  progress: Partial<Campaign["progress"]> = {},
  more: Partial<Judged> = {},
): Judged => ({
  status,
  error: null,
  progress: { ...none, ...progress },
  expected_total: null,
  completed_at: null,
  failed_at: null,
  ...more,
});
const stopped = { code: "stopped", message: "" } as const;
const late = { code: "missed_schedule", message: "" } as const;

describe("the verdict on a campaign", () => {
  it.each([
    ["a draft", campaign("draft"), "draft", "calm"],
    ["scheduled", campaign("scheduled"), "scheduled", "planned"],
    ["running", campaign("running", { total: 3, pending: 3 }), "running", "busy"],
    ["partly held by a rule", campaign("running", { total: 3, pending: 3, waiting: 2 }), "running", "busy"],
    [
      "held by a rule",
      campaign("running", { total: 3, sent: 1, pending: 2, waiting: 2 }),
      "waiting",
      "planned",
    ],
    ["awaiting reports", campaign("running", { total: 3, sent: 1, delivered: 2 }), "settling", "busy"],
    ["creating its messages", campaign("running", {}, { expected_total: 9 }), "preparing", "busy"],
    ["all delivered", campaign("completed", { total: 3, delivered: 2, read: 1 }), "completed", "good"],
    ["without delivery reports", campaign("completed", { total: 3, sent: 3 }), "completed", "good"],
    ["some blocked", campaign("completed", { total: 3, delivered: 1, blocked: 2 }), "completed", "good"],
    ["some failed", campaign("completed", { total: 300, delivered: 299, failed: 1 }), "failures", "warn"],
    ["half failed", campaign("completed", { total: 300, delivered: 150, expired: 150 }), "failures", "bad"],
    ["all in error", campaign("completed", { total: 300, error: 300 }), "failures", "bad"],
    [
      "half of the unblocked failed",
      campaign("completed", { total: 4, blocked: 2, read: 1, error: 1 }),
      "failures",
      "bad",
    ],
    ["had all messages blocked", campaign("completed", { total: 3, blocked: 3 }), "blocked", "warn"],
    [
      "had all messages blocked or canceled",
      campaign("completed", { total: 3, blocked: 1, canceled: 2 }),
      "blocked",
      "warn",
    ],
    [
      "half of the uncanceled failed",
      campaign("completed", { total: 4, canceled: 2, read: 1, error: 1 }),
      "failures",
      "bad",
    ],
    ["had an empty list", campaign("completed"), "empty", "warn"],
    ["was stopped by a user", campaign("error", {}, { error: stopped }), "stopped", "calm"],
    ["missed its schedule", campaign("error", {}, { error: late }), "interrupted", "bad"],
  ])("returns the verdict on a campaign: %s", (_name, of, verdict, tone) => {
    expect(verdictOf(of)).toEqual({ verdict, tone });
  });

  it("is null for an unknown status", () => {
    expect(verdictOf(campaign("paused" as Campaign["status"]))).toBeNull();
  });

  const now = Date.parse("2026-11-20T12:00:00Z");
  const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
  it.each([
    ["was interrupted yesterday", campaign("error", {}, { error: late, failed_at: hoursAgo(30) }), true],
    ["was interrupted long ago", campaign("error", {}, { error: late, failed_at: hoursAgo(200) }), false],
    ["was stopped by a user", campaign("error", {}, { error: stopped, failed_at: hoursAgo(1) }), false],
    ["failed today", campaign("completed", { total: 3, failed: 3 }, { completed_at: hoursAgo(2) }), true],
    [
      "failed long ago",
      campaign("completed", { total: 3, failed: 3 }, { completed_at: hoursAgo(30) }),
      false,
    ],
    ["had an empty list today", campaign("completed", {}, { completed_at: hoursAgo(2) }), true],
    ["was read today", campaign("completed", { total: 1, read: 1 }, { completed_at: hoursAgo(2) }), false],
    ["is running", campaign("running", { total: 3, failed: 3 }), false],
  ])("asks for attention when the campaign %s: %#", (_name, of, attention) => {
    expect(needsAttention(of, now)).toBe(attention);
  });
});

describe("the delivery rate", () => {
  it("is the share of delivered messages among the submitted messages with a final status", () => {
    const rate = deliveryOf({ ...none, delivered: 5, read: 1, failed: 2, sent: 8, blocked: 7, error: 381 });
    expect(rate).toEqual({ share: 0.75, ended: 8, all: 16, errors: 381, blocked: 7, notSent: 388 });
  });

  it("is unknown until half of the messages are final, and without messages", () => {
    expect(deliveryOf({ ...none, delivered: 10, pending: 4_579 }).share).toBeNull();
    expect(deliveryOf({ ...none, delivered: 10 }, 4_579).share).toBeNull();
    expect(deliveryOf({ ...none, delivered: 10, sent: 11 }).share).toBeNull();
    expect(deliveryOf({ ...none, delivered: 10, sent: 10 }).share).toBe(1);
    expect(deliveryOf(none).share).toBeNull();
    expect(deliveryOf({ ...none, error: 1, pending: 2 }).share).toBeNull();
  });

  it("is unknown when no message was or will be submitted, and zero when none of them arrived", () => {
    expect(deliveryOf({ ...none, error: 300 })).toMatchObject({ share: null, notSent: 300 });
    expect(deliveryOf({ ...none, failed: 300 })).toMatchObject({ share: 0, notSent: 0 });
  });
});

describe("the state of a webhook endpoint", () => {
  const attempt = { attempted_at: "2026-11-20T12:00:00Z", response_status: 500, error: null, duration_ms: 9 };
  const health = { delivered: 0, failed: 0, last_attempt: null, failing_since: null };
  const enabled = { status: "enabled", disabled_reason: null, health } as const;
  const healthy = { ...enabled, health: { ...health, delivered: 9, last_attempt: attempt } };
  const failing = {
    ...enabled,
    health: { ...health, failed: 9, last_attempt: attempt, failing_since: "2026-11-20T12:00:00Z" },
  };
  const restarted = { ...enabled, health: { ...health, failed: 18 } };
  const off = { ...failing, status: "disabled", disabled_reason: "manual" } as const;
  const autoDisabled = { ...failing, status: "disabled", disabled_reason: "gone" } as const;

  it.each([
    ["unused", enabled],
    ["healthy", healthy],
    ["failing", failing],
    ["restarted", restarted],
    ["off", off],
    ["disabled", autoDisabled],
  ])("is reported as %s", (state, endpoint) => {
    expect(endpointState(endpoint)).toBe(state);
  });

  it("sorts endpoints that need attention first", () => {
    expect(byUrgency([off, enabled, healthy, restarted, autoDisabled, failing])).toEqual([
      failing,
      autoDisabled,
      restarted,
      healthy,
      enabled,
      off,
    ]);
  });

  it("has a share of deliveries that counts as low below 95 %", () => {
    expect(deliveredShare(health)).toBeNull();
    expect(deliveredShare({ delivered: 19, failed: 1 })).toBe(0.95);
    expect([isLow(null), isLow(0.95), isLow(0.94)]).toEqual([false, false, true]);
  });

  it.each([
    ["redirect", 301],
    ["rejected", 401],
    ["gone", 410],
    ["receiver", 429],
    ["receiver", 503],
    ["receiver", "TIMEOUT"],
    ["receiver", "ECONNRESET"],
    ["certificate", "CERT_HAS_EXPIRED"],
    ["connection", "ECONNREFUSED"],
    ["dns", "ENOTFOUND"],
    ["notPublic", "ADDRESS_BLOCKED"],
    ["other", "E_NEW"],
  ])("has the cause %s after %s", (cause, outcome) => {
    const isStatus = typeof outcome === "number";
    const error = isStatus ? null : postError({ code: outcome }, 10_000);
    expect(causeOf({ response_status: isStatus ? outcome : null, error })).toBe(cause);
  });

  it("returns advice for a failing endpoint, and to enable an endpoint that the service has disabled", () => {
    const texts = { settings } as Texts;
    const { advice } = settings.webhooks;
    expect(endpointAdvice(failing, texts)).toBe(advice.receiver);
    expect(endpointAdvice(autoDisabled, texts)).toBe(`${advice.receiver} ${advice.enable}`);
    expect([healthy, restarted, off].map((one) => endpointAdvice(one, texts))).toEqual([null, null, null]);
  });
});
