import fc from "fast-check";
import { dueStart, type StartSettings } from "../../src/features/campaigns/schedule";
import { NOT_HELD } from "../../src/queue/hold";
import { DAY, MINUTE } from "../../src/platform/time";

const due = Date.parse("2026-11-20T12:00:00Z");
const settings: StartSettings = { missedAfter: DAY, importWait: 30 * MINUTE, hold: NOT_HELD };
const free = { present: true, importing: false };
const importing = { present: true, importing: true };
const deleted = { present: false, importing: false };

const decide = (
  list: { present: boolean; importing: boolean },
  late: number,
  waitingSince: number | null = null,
  senderRemoved = false,
) => {
  const decision = dueStart({ scheduledAt: due, waitingSince }, list, senderRemoved, due + late, settings);
  return decision.do === "fail" ? decision.error.code : decision.do;
};

describe("the due start of a campaign", () => {
  it.each<[when: string, list: typeof free, late: number, decision: string, senderRemoved?: boolean]>([
    ["on time", free, 0, "launch"],
    ["at the last moment", free, DAY, "launch"],
    ["too late", free, DAY + 1, "missed_schedule"],
    ["during an import", importing, 0, "wait"],
    ["at the last moment, during an import", importing, DAY, "wait"],
    ["too late, during an import", importing, DAY + 1, "missed_schedule"],
    ["whose list was deleted", deleted, 0, "list_deleted"],
    ["too late, whose list was deleted", deleted, DAY + 1, "missed_schedule"],
    ["whose sender was removed", free, 0, "sender_removed", true],
    ["during an import, whose sender was removed", importing, 0, "sender_removed", true],
    ["whose list was deleted and whose sender was removed", deleted, 0, "list_deleted", true],
    ["too late, whose sender was removed", free, DAY + 1, "missed_schedule", true],
  ])("decides on a start %s", (_, list, late, expected, senderRemoved = false) =>
    expect(decide(list, late, null, senderRemoved)).toBe(expected),
  );
});

describe("the start of a campaign that waits for an import", () => {
  it.each([
    ["just before the timeout", importing, 30 * MINUTE - 1, "wait"],
    ["at the timeout", importing, 30 * MINUTE, "import_timeout"],
    ["when the import has ended", free, MINUTE, "launch"],
    ["a day after the import has ended", free, DAY, "launch"],
    ["when its list was deleted", deleted, MINUTE, "list_deleted"],
  ])("decides on a start %s", (_, list, waited, expected) =>
    expect(decide(list, waited, due)).toBe(expected),
  );

  it("waits as long when the start itself was late", () => {
    const lateStart = due + DAY;
    expect(decide(importing, DAY + 30 * MINUTE - 1, lateStart)).toBe("wait");
    expect(decide(importing, DAY + 30 * MINUTE, lateStart)).toBe("import_timeout");
  });

  it("misses the schedule a day after the timeout, and not before", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(3 * DAY), (present, loading, waited) => {
        const missed = decide({ present, importing: loading }, waited, due) === "missed_schedule";
        return missed === waited > 30 * MINUTE + DAY;
      }),
      {
        examples: [
          [true, false, 30 * MINUTE + DAY],
          [true, false, 30 * MINUTE + DAY + 1],
        ],
      },
    );
  });
});

it("returns a message with every failed start of a campaign", () => {
  for (const [list, late, waitingSince, senderRemoved] of [
    [deleted, 0, null, false],
    [free, 0, null, true],
    [free, 2 * DAY, null, false],
    [importing, DAY, due, false],
  ] as const) {
    const campaign = { scheduledAt: due, waitingSince };
    const decision = dueStart(campaign, list, senderRemoved, due + late, settings);
    expect(decision).toMatchObject({
      do: "fail",
      error: { message: expect.stringMatching(/\w+/) as string },
    });
  }
});
