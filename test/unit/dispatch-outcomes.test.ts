import type { Carrier } from "../../src/carriers/carrier";
import {
  type BatchProgress,
  initialProgress,
  type LeasedBatch,
  type MessageOutcome,
  type Outgoing,
  type Route,
} from "../../src/features/dispatch/leased-batch";
import { decide, type Decision, followingJobs, progressAfter } from "../../src/features/dispatch/outcomes";
import { movedMessages } from "../../src/features/dispatch/moved-messages";
import { MAX_MESSAGES } from "../../src/features/messages/submission-job";
import { AMBIGUOUS, onAmbiguousOutcome } from "../../src/features/dispatch/resubmission-policy";
import { VALIDITY_OVER } from "../../src/features/dispatch/validity";
import { NO_SPAN } from "../../src/platform/tracing/tracing";
import { MAX_SUBMISSION_ATTEMPTS } from "../../src/features/dispatch/retry-backoff";

const NOW = 1_000_000;
const ERROR = { code: "carrier_unreachable", message: "away", carrierCode: null } as const;

const batchOf = ({ attempt = 0, timesUnknown = 0, size = 3 } = {}): LeasedBatch => ({
  job: {
    kind: "submission",
    accountId: "a",
    id: "job",
    key: "sender",
    priority: 0,
    dueAt: 10,
    attempt,
    weight: size,
    tag: null,
    createdAt: 0,
    lease: "lease",
    readyAt: 5,
    leases: 1,
    payload: { origin: "job", first: "m1", last: "m3" },
  },
  prices: { sms: 5, rcs: 0, voice: 0 },
  preparedAt: 0,
  size,
  timesUnknown,
  span: NO_SPAN,
});
const routeOf = (idempotent: boolean): Route => ({
  sender: {} as Route["sender"],
  carrier: { name: "peer", idempotent } as Carrier,
});
const decided = (
  outcome: MessageOutcome,
  { idempotent = false, attempt = 0, unknownBefore = 0, ambiguousSubmission = "resend" as const } = {},
): Decision => {
  const message = { id: "m1", channel: "sms", segments: 2 } as Outgoing["message"];
  const batch = batchOf({ attempt });
  const noted = { checkedAt: 0, rules: {}, isReserved: false, isIntentRecorded: true };
  const result = { batch, message, outcome, unknownBefore, ...noted };
  return decide({ ambiguousSubmission }, routeOf(idempotent), result, [], NOW);
};

describe("the decision about an outcome", () => {
  it("marks an accepted message as sent, with its price and the carrier's first reference", () => {
    const decision = decided({ type: "accepted", references: ["r1", "r2"] });
    const taken = { carrier: "peer", reference: "r1" };
    expect(decision).toEqual({ type: "steps", steps: [{ status: "sent", at: NOW, price: 10, taken }] });
  });

  it("retries a message that the carrier did not accept, and fails it after the last attempt", () => {
    const outcome: MessageOutcome = { type: "retry", error: ERROR };
    expect(decided(outcome)).toEqual({ type: "retry" });
    expect(decided(outcome, { attempt: MAX_SUBMISSION_ATTEMPTS - 1 })).toMatchObject({
      steps: [{ status: "failed" }],
    });
  });

  it("applies the policy for ambiguous outcomes when the carrier did not respond", () => {
    expect(decided({ type: "unknown" })).toEqual({ type: "unknown" });
    expect(decided({ type: "unknown" }, { unknownBefore: 1 })).toMatchObject({
      steps: [{ status: "failed", error: { code: "carrier_unreachable" } }],
    });
    expect(decided({ type: "unknown" }, { unknownBefore: 1, idempotent: true })).toEqual({ type: "unknown" });
  });
});

describe.each([
  { status: "blocked", at: NOW, blockReason: "suppressed" },
  { status: "expired", at: NOW, error: VALIDITY_OVER },
] as const)("a message that is $status after a crash", (step) => {
  const outcome: MessageOutcome = { type: "step", step };

  it("fails as unknown if the carrier may have received it", () => {
    expect(decided(outcome, { unknownBefore: 1 })).toEqual({
      type: "steps",
      steps: [{ status: "failed", at: NOW, error: AMBIGUOUS }],
    });
  });

  it("stays so if its submission had not begun, or if the carrier is idempotent", () => {
    expect(decided(outcome)).toEqual({ type: "steps", steps: [step] });
    // Without recorded intents, all messages of the crashed process count as unknown.
    const idempotent = decided(outcome, { unknownBefore: 1, idempotent: true });
    expect(idempotent).toEqual({ type: "steps", steps: [step] });
  });
});

describe("the policy for ambiguous outcomes", () => {
  it.each([
    [true, "fail", 9, "again"],
    [false, "resend", 1, "again"],
    [false, "resend", 2, "fail"],
    [false, "fail", 1, "fail"],
  ] as const)("decides by idempotent=%s, %s and %i times: %s", (idempotent, setting, times, expected) => {
    expect(onAmbiguousOutcome({ idempotent }, { ambiguousSubmission: setting }, times)).toBe(expected);
  });
});

describe("the progress of a batch", () => {
  const ids = { next: () => "new" } as unknown as Parameters<typeof followingJobs>[0];
  const after = (...all: [string, Decision][]): BatchProgress =>
    progressAfter(
      initialProgress(batchOf()),
      all.map(([messageId, decision]) => ({ messageId, decision })),
    );

  it("counts decided messages and does not change the earlier progress", () => {
    const before = Object.freeze(initialProgress(batchOf()));
    const progress = progressAfter(before, [{ messageId: "m1", decision: { type: "retry" } }]);
    expect(progress).toMatchObject({ open: 2, retries: ["m1"] });
    expect(before).toMatchObject({ open: 3, retries: [] });
  });

  it("requires no job once all messages have a status", () => {
    expect(followingJobs(ids, batchOf(), after(["m1", { type: "steps", steps: [] }]), NOW)).toEqual([]);
  });

  it("keeps the job with the latest due time if all pending messages are left", () => {
    const progress = after(["m2", { type: "deferred", dueAt: 80 }], ["m3", { type: "deferred", dueAt: 70 }]);
    const [job, ...others] = followingJobs(ids, batchOf(), progress, NOW);
    expect(job).toMatchObject({ id: "job", dueAt: 80, attempt: 0, payload: batchOf().job.payload });
    expect(others).toEqual([]);
  });

  it("marks the job of messages that the carrier deferred, until the next attempt", () => {
    const byCarrier = after(["m2", { type: "deferred", dueAt: 80, byCarrier: true }]);
    const [job] = followingJobs(ids, batchOf(), byCarrier, NOW);
    const again = batchOf();
    const batch = { ...again, job: { ...again.job, payload: job?.payload ?? again.job.payload } };
    const [later] = followingJobs(ids, batch, after(["m2", { type: "deferred", dueAt: 90 }]), NOW);
    expect([job, later].map((one) => one?.payload.deferredByCarrier)).toEqual([true, undefined]);
  });

  it("keeps only the messages that are left in a job that names its messages", () => {
    const progress = after(
      ["m1", { type: "moved", notBefore: 90 }],
      ["m2", { type: "deferred", dueAt: 70 }],
      ["m3", { type: "steps", steps: [] }],
    );
    const { job, ...rest } = batchOf();
    const named = { ...rest, job: { ...job, payload: { ...job.payload, ids: ["m1", "m2", "m3"] } } };
    expect(followingJobs(ids, named, progress, NOW)).toMatchObject([
      { id: "job", dueAt: 70, attempt: 0, weight: 1, payload: { ids: ["m2"] } },
    ]);
  });

  it("moves messages of similar jobs to one job per opening, up to its size", () => {
    const moved = (notBefore: number, ...names: string[]) => ({
      moved: names.map((messageId) => ({ messageId, notBefore })),
    });
    const many = Array.from({ length: MAX_MESSAGES }, (_, index) => `n${String(index).padStart(4, "0")}`);
    const jobs = movedMessages(ids, [
      [batchOf({ attempt: 2 }), moved(90, "m3", "m1")],
      [batchOf(), moved(90, "m2", ...many)],
      [batchOf(), moved(95, "m4")],
      [batchOf({ attempt: 2, timesUnknown: 1 }), moved(90, "m5")],
    ]);
    expect(
      jobs.map(({ job: { notBefore, attempt, weight, payload } }) => [
        ...[notBefore, attempt, weight, payload.unknown, payload.first, payload.last],
      ]),
    ).toEqual([
      [90, 0, MAX_MESSAGES, undefined, "m1", "n0996"],
      [90, 0, 3, undefined, "n0997", "n0999"],
      [95, 0, 1, undefined, "m4", "m4"],
      [90, 2, 1, 1, "m5", "m5"],
    ]);
  });

  it("creates separate jobs for refused, uncertain and left messages", () => {
    const progress = after(
      ["m1", { type: "retry" }],
      ["m2", { type: "unknown" }],
      ["m3", { type: "deferred", dueAt: 70 }],
    );
    const jobs = followingJobs(ids, batchOf({ timesUnknown: 1 }), progress, NOW);
    expect(jobs.map(({ attempt, payload }) => [payload.ids, payload.unknown, attempt])).toEqual([
      [["m1"], 1, 1],
      [["m2"], 2, 1],
      [["m3"], 1, 0],
    ]);
  });
});
