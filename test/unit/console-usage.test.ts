import type { UsageRow } from "../../src/client";
import {
  begunSlots,
  byChannel,
  byOutcome,
  changeOf,
  ratesOf,
  rowsOf,
  scaleEnd,
  spanOf,
  startOf,
  valuesOf,
} from "../../src/web/console/page/overview/slots";

const NONE = {
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
  price: 0,
};
const row = (key: Partial<UsageRow>): UsageRow => ({ ...NONE, ...key });

/** Returns the result of a function that runs in another time zone than the process. */
function inZone<T>(zone: string, run: () => T): T {
  const before = process.env.TZ;
  process.env.TZ = zone;
  try {
    return run();
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
}

describe("the time span of the overview", () => {
  it.each([
    ["America/Sao_Paulo", "2026-11-20T01:30:00Z", "2026-11-19T03:00:00Z", "2026-11-20T02:00:00Z", 24],
    ["America/Sao_Paulo", "2026-11-20T03:00:00Z", "2026-11-20T03:00:00Z", "2026-11-21T02:00:00Z", 24],
    ["UTC", "2026-11-20T23:59:59Z", "2026-11-20T00:00:00Z", "2026-11-20T23:00:00Z", 24],
    ["Asia/Kolkata", "2026-11-20T12:00:00Z", "2026-11-19T18:00:00Z", "2026-11-20T18:00:00Z", 25],
    ["Europe/Berlin", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z", "2026-03-29T21:00:00Z", 23],
    ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T22:00:00Z", 25],
  ])("covers today's hours in %s at %s", (zone, now, first, last, count) => {
    const { by, from, slots } = inZone(zone, () => spanOf(1, new Date(now)));
    expect({ by, from, first: slots[0], last: slots.at(-1), count: slots.length }).toEqual({
      by: "hour",
      from: first,
      first,
      last,
      count,
    });
  });

  it("starts at an instant, which links to messages contain", () => {
    expect(startOf({ by: "day", from: "2026-02-27" })).toBe("2026-02-27T00:00:00Z");
    expect(startOf({ by: "hour", from: "2026-02-27T03:00:00Z" })).toBe("2026-02-27T03:00:00Z");
  });

  it("covers UTC days up to the current day otherwise, and compares whole days", () => {
    expect(spanOf(3, new Date("2026-03-01T00:00:00Z"))).toEqual({
      by: "day",
      from: "2026-02-27",
      slots: ["2026-02-27", "2026-02-28", "2026-03-01"],
      compared: ["2026-02-26", "2026-02-27", "2026-02-28"],
      before: { from: "2026-02-23", slots: ["2026-02-23", "2026-02-24", "2026-02-25"] },
    });
  });

  it("compares a day with the day before until the same hour", () => {
    const { before } = inZone("America/Sao_Paulo", () => spanOf(1, new Date("2026-11-20T05:30:00Z")));
    expect(before).toEqual({
      from: "2026-11-19T03:00:00Z",
      slots: ["2026-11-19T03:00:00Z", "2026-11-19T04:00:00Z", "2026-11-19T05:00:00Z"],
    });
  });
});

describe("the chart of the overview", () => {
  const span = { by: "hour", from: "", slots: ["2026-11-20T03:00:00Z", "2026-11-20T04:00:00Z"] } as const;

  it("stacks each outcome that occurred, the best first, with zeros elsewhere", () => {
    const rows = [row({ hour: "2026-11-20T04:00:00Z", total: 3, failed: 1, delivered: 2 })];
    expect(byOutcome(rows, span)).toEqual([
      { name: "delivered", counts: [0, 2] },
      { name: "failed", counts: [0, 1] },
    ]);
    expect(byOutcome([], span)).toEqual([]);
  });

  it("stacks each channel that was used", () => {
    const rows = [row({ day: "2026-11-20", total: 3 })];
    const days = { by: "day", from: "", slots: ["2026-11-19", "2026-11-20"] } as const;
    expect(
      byChannel(
        [
          { channel: "sms", rows: [] },
          { channel: "rcs", rows },
        ],
        days,
      ),
    ).toEqual([{ name: "rcs", counts: [0, 3] }]);
  });
});

describe("a figure of the overview", () => {
  it("sums the channels of a day", () => {
    const rows = [row({ day: "2026-11-20", total: 5 }), row({ day: "2026-11-20", total: 3 })];
    expect(valuesOf(rows, ["2026-11-19", "2026-11-20"], ({ total }) => total)).toEqual([0, 8]);
  });

  it("draws the hours that have begun, and no future hours", () => {
    const hours = ["2026-11-20T03:00:00Z", "2026-11-20T04:00:00Z", "2026-11-20T05:00:00Z"];
    expect(begunSlots(hours, new Date("2026-11-20T04:59:59Z"))).toEqual(hours.slice(0, 2));
    expect(begunSlots(hours, new Date("2026-11-20T05:00:00Z"))).toEqual(hours);
    expect(begunSlots(["2026-11-19", "2026-11-20"], new Date("2026-11-20T01:00:00Z"))).toHaveLength(2);
  });

  it("has a delivery rate for each day with finished messages", () => {
    const rows = [
      row({ day: "2026-11-17", total: 4, delivered: 2, read: 1, failed: 1 }),
      row({ day: "2026-11-18", total: 2, blocked: 2 }),
      row({ day: "2026-11-20", total: 2, delivered: 1, failed: 1 }),
    ];
    const days = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
    expect(ratesOf(rows, days)).toEqual([0.75, null, null, 0.5]);
  });

  it("counts the rows of their period only", () => {
    const rows = [row({ day: "2026-11-18", total: 5 }), row({ day: "2026-11-20", total: 3 })];
    expect(rowsOf(rows, ["2026-11-19", "2026-11-20"]).map(({ total }) => total)).toEqual([3]);
  });

  it.each([
    [112, 100, 0.12],
    [50, 100, -0.5],
    [7, 0, null],
  ])("compares %d with %d before as %d", (now, before, expected) => {
    expect(changeOf(now, before)).toBe(expected);
  });
});

describe("the scale of the overview's chart", () => {
  it("ends at a round number above the usual bars when one bar would flatten them", () => {
    expect(scaleEnd([100, 120, 0, 90, 110, 100, 9_000])).toBe(200);
  });

  it.each([
    ["bars of similar height", [100, 120, 90, 110, 300]],
    ["few bars", [1, 2, 900]],
    ["many high bars", [10, 10, 10, 900, 900]],
    ["no messages", [0, 0, 0, 0, 0]],
  ])("includes every bar with %s", (_case, totals) => {
    expect(scaleEnd(totals)).toBeNull();
  });
});
