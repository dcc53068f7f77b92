import fc from "fast-check";
import { isFinal, MESSAGE_STATUSES, nextStatus, type MessageStatus } from "../../src/messaging/status";

/**
 * Returns the statuses that a message enters when the reports arrive in this order. By default, a pending
 * message counts as submitted only after a `sent` report.
 */
function applyReports(
  current: MessageStatus,
  reports: readonly MessageStatus[],
  { submitted } = { submitted: current !== "pending" },
): MessageStatus[] {
  const entered: MessageStatus[] = [];
  let status = current;
  let isSubmitted = submitted;
  for (const reported of reports) {
    const next = nextStatus(status, reported, { submitted: isSubmitted });
    if (next === null) continue;
    entered.push(next);
    status = next;
    isSubmitted ||= next === "sent";
  }
  return entered;
}

/** Every allowed change of status. Any other report changes nothing. */
const CHANGES: ReadonlyArray<[from: MessageStatus, to: MessageStatus]> = [
  ["pending", "sent"],
  ["pending", "failed"],
  ["pending", "expired"],
  ["pending", "blocked"],
  ["pending", "canceled"],
  ["sent", "delivered"],
  ["sent", "read"],
  ["sent", "undelivered"],
  ["sent", "expired"],
  ["delivered", "read"],
  ["undelivered", "delivered"],
  ["undelivered", "read"],
  ["expired", "delivered"],
  ["expired", "read"],
];

const status = fc.constantFrom(...MESSAGE_STATUSES);
const reports = fc.array(status, { maxLength: 12 });
const runs = { numRuns: 2000 };
const endOf = (current: MessageStatus, entered: MessageStatus[]) => entered.at(-1) ?? current;

describe("nextStatus", () => {
  const pairs = MESSAGE_STATUSES.flatMap((from) => MESSAGE_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)("allows only listed changes: from %s on a report of %s", (from, to) => {
    const allowed = CHANGES.some(([a, b]) => a === from && b === to);
    expect(nextStatus(from, to)).toBe(allowed ? to : null);
  });

  it("does not change an expired message that was not submitted", () => {
    for (const reported of MESSAGE_STATUSES) {
      expect(nextStatus("expired", reported, { submitted: false })).toBeNull();
    }
    expect(nextStatus("expired", "delivered", { submitted: true })).toBe("delivered");
  });
});

describe("isFinal", () => {
  it("returns true for every status except pending and sent", () => {
    expect(MESSAGE_STATUSES.filter((each) => !isFinal(each))).toEqual(["pending", "sent"]);
  });
});

describe("applyReports", () => {
  it("enters each reported status in order", () => {
    expect(applyReports("pending", ["sent", "undelivered", "delivered", "read"])).toEqual([
      "sent",
      "undelivered",
      "delivered",
      "read",
    ]);
  });

  it("ignores overtaken reports", () => {
    expect(applyReports("sent", ["read", "delivered", "undelivered", "sent"])).toEqual(["read"]);
  });

  it("counts a pending message as submitted once it was sent", () => {
    expect(applyReports("pending", ["expired", "delivered"])).toEqual(["expired"]);
    expect(applyReports("pending", ["sent", "expired", "delivered"])).toEqual([
      "sent",
      "expired",
      "delivered",
    ]);
    expect(applyReports("pending", ["expired", "delivered"], { submitted: true })).toEqual([
      "expired",
      "delivered",
    ]);
    expect(applyReports("expired", ["delivered"], { submitted: false })).toEqual([]);
  });

  it("makes only allowed changes and never returns to a status", () => {
    fc.assert(
      fc.property(status, reports, (start, reported) => {
        const path = [start, ...applyReports(start, reported)];
        expect(new Set(path).size).toBe(path.length);
        for (let i = 1; i < path.length; i++) expect(CHANGES).toContainEqual([path[i - 1], path[i]]);
      }),
      runs,
    );
  });

  it("returns the same history when every report is repeated", () => {
    fc.assert(
      fc.property(status, reports, (start, reported) => {
        const once = applyReports(start, reported);
        expect(
          applyReports(
            start,
            reported.flatMap((each) => [each, each]),
          ),
        ).toEqual(once);
        const submitted = start !== "pending" || once.includes("sent");
        expect(applyReports(endOf(start, once), once, { submitted })).toEqual([]);
      }),
      runs,
    );
  });

  it("gives a sent message its best report, or the first negative report, in any order", () => {
    const shuffled = reports.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([original, permuted]) => {
        for (const order of [original, permuted]) {
          const firstNegative = order.find((each) => each === "undelivered" || each === "expired");
          const best = order.includes("read")
            ? "read"
            : order.includes("delivered")
              ? "delivered"
              : firstNegative;
          expect(endOf("sent", applyReports("sent", order))).toBe(best ?? "sent");
        }
      }),
      runs,
    );
  });

  it("does not change the statuses blocked, error, failed and read", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<MessageStatus>("blocked", "error", "failed", "read"),
        reports,
        (start, reported) => {
          expect(applyReports(start, reported)).toEqual([]);
        },
      ),
      runs,
    );
  });

  it("changes a delivered message only to read", () => {
    fc.assert(
      fc.property(reports, (reported) => {
        expect(applyReports("delivered", reported)).toEqual(reported.includes("read") ? ["read"] : []);
      }),
      runs,
    );
  });
});
