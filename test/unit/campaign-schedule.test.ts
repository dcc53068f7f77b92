import fc from "fast-check";
import { dueStart, type StartSettings } from "../../src/features/campaigns/schedule";
import { DAY, MINUTE } from "../../src/platform/time";

const due = Date.parse("2026-11-20T12:00:00Z");
const settings: StartSettings = { missedAfter: DAY, importWait: 30 * MINUTE };
const free = { present: true, importing: false };
const importing = { present: true, importing: true };
const deleted = { present: false, importing: false };

const told = (
  list: { present: boolean; importing: boolean },
  late: number,
  waitingSince: number | null = null,
  senderRemoved = false,
) => {
  const decision = dueStart({ scheduledAt: due, waitingSince }, list, senderRemoved, due + late, settings);
  return decision.do === "fail" ? decision.error.code : decision.do;
};

describe("a start that is due", () => {
  it.each([
    ["launches", free, 0, "launch"],
    ["launches late", free, DAY, "launch"],
    ["is missed when it comes later still", free, DAY + 1, "missed_schedule"],
    ["waits for an import", importing, 0, "wait"],
    ["waits for an import, come late", importing, DAY, "wait"],
    ["is missed, whatever the import", importing, DAY + 1, "missed_schedule"],
    ["fails without its list", deleted, 0, "list_deleted"],
    ["is missed, whatever the list", deleted, DAY + 1, "missed_schedule"],
  ])("%s", (_, list, late, expected) => expect(told(list, late)).toBe(expected));

  it.each([
    ["fails without its own sender", free, 0, "sender_removed"],
    ["does not wait for an import without its own sender", importing, 0, "sender_removed"],
    ["names a deleted list before a removed sender", deleted, 0, "list_deleted"],
    ["is missed, whatever the sender", free, DAY + 1, "missed_schedule"],
  ])("%s", (_, list, late, expected) => expect(told(list, late, null, true)).toBe(expected));
});

describe("a start that waits", () => {
  it.each([
    ["goes on waiting", importing, 30 * MINUTE - 1, "wait"],
    ["gives up", importing, 30 * MINUTE, "import_timeout"],
    ["launches when the import is over", free, MINUTE, "launch"],
    ["launches when the import was over in time, though nobody looked", free, DAY, "launch"],
    ["fails when its list goes", deleted, MINUTE, "list_deleted"],
  ])("%s", (_, list, waited, expected) => expect(told(list, waited, due)).toBe(expected));

  it("has as long as one in time when it came late", () => {
    const came = due + DAY;
    expect(told(importing, DAY + 30 * MINUTE - 1, came)).toBe("wait");
    expect(told(importing, DAY + 30 * MINUTE, came)).toBe("import_timeout");
  });

  it("is missed when nobody looked for a day after the longest wait, and never before", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(3 * DAY), (present, loading, waited) => {
        const missed = told({ present, importing: loading }, waited, due) === "missed_schedule";
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

it("tells people what went wrong", () => {
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
