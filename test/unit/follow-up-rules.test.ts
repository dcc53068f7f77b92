import {
  attachedRules,
  type FollowUpOutcome,
  type FollowUpRule,
  MAX_DEPTH,
  overrules,
  rulesMetBy,
  stillHolds,
} from "../../src/messaging/follow-up-rules";
import { MESSAGE_STATUSES, type MessageStatus } from "../../src/messaging/status";
import { OUTCOMES } from "../support/exchange";

const rule = (on: FollowUpOutcome[], afterSeconds = 60): FollowUpRule => ({
  id: "rule",
  on,
  afterSeconds,
  templateId: "template",
});
const metBy = (on: FollowUpOutcome[], status: MessageStatus, previous: MessageStatus = "delivered") =>
  rulesMetBy({ depth: 0, rules: [rule(on)] }, { status, previous, at: 1_000 }).map(({ outcome }) => outcome);

describe("rules that a status meets", () => {
  const WAITED: readonly MessageStatus[] = ["sent", "failed", "error", "expired"];
  const pairs = MESSAGE_STATUSES.flatMap((status) => OUTCOMES.map((outcome) => [status, outcome] as const));

  it.each(pairs)("compares the status %s with a rule on %s", (status, outcome) => {
    const met = outcome === status || (outcome === "no_delivery" && WAITED.includes(status));
    expect(metBy([outcome], status)).toEqual(met ? [outcome] : []);
  });

  it("prefers the outcome that a rule names to the wait for a delivery", () => {
    expect(metBy(["no_delivery", "failed"], "failed")).toEqual(["failed"]);
    expect(metBy(["failed", "no_delivery"], "sent")).toEqual(["no_delivery"]);
    expect(metBy(["failed", "no_delivery"], "delivered")).toEqual([]);
  });

  it("counts reading as a delivery when no delivery was reported before", () => {
    expect(metBy(["delivered"], "read", "sent")).toEqual(["delivered"]);
    expect(metBy(["delivered"], "read", "undelivered")).toEqual(["delivered"]);
    expect(metBy(["delivered"], "read", "delivered")).toEqual([]);
    expect(metBy(["delivered", "read"], "read", "sent")).toEqual(["read"]);
  });

  it("returns the due time of each rule", () => {
    const rules = [
      { ...rule(["delivered"], 0), id: "a" },
      { ...rule(["delivered", "read"], 90), id: "b" },
      { ...rule(["read"], 5), id: "c" },
    ];
    const met = rulesMetBy({ depth: 1, rules }, { status: "delivered", previous: "sent", at: 5_000 });
    expect(met.map(({ ruleId, dueAt }) => [ruleId, dueAt])).toEqual([
      ["a", 5_000],
      ["b", 95_000],
    ]);
  });
});

describe("an outcome that met a rule", () => {
  const pairs = OUTCOMES.flatMap((outcome) => MESSAGE_STATUSES.map((status) => [outcome, status] as const));

  it.each(pairs)("compares the outcome %s with the status %s of the message", (outcome, status) => {
    const positive = status === "delivered" || status === "read";
    const holds =
      outcome === "delivered" ||
      outcome === "read" ||
      (outcome === "no_delivery" ? !positive : outcome === status);
    expect(stillHolds(outcome, status)).toBe(holds);
  });

  it("is overruled by a report only when it was a wait or a negative report", () => {
    const given = OUTCOMES.flatMap((later) =>
      OUTCOMES.filter((before) => overrules(later, before)).map((before) => `${before} > ${later}`),
    );
    const before = ["no_delivery", "undelivered", "expired"];
    const later = OUTCOMES.filter((outcome) => outcome !== "no_delivery");
    expect(given.sort()).toEqual(before.flatMap((b) => later.map((l) => `${b} > ${l}`)).sort());
  });
});

describe("rules attached to a message", () => {
  it.each([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
    [4, false],
  ])("attaches rules to a message after %i follow-ups: %s", (depth, some) => {
    const rules = [rule(["delivered"])];
    expect(MAX_DEPTH).toBe(3);
    expect(attachedRules(rules, depth)).toEqual(some ? { depth, rules } : null);
  });

  it("returns null for a template without rules", () => {
    expect(attachedRules([], 0)).toBeNull();
  });
});
