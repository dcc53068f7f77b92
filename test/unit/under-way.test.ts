import type { DeliveryReport } from "../../src/carriers/carrier";
import { UnderWay } from "../../src/features/dispatch/in-flight";
import { newWork, type Outgoing, type Result, type Work } from "../../src/features/dispatch/leased-batch";

const MESSAGE = "0190a1b2-0000-7000-8000-000000000001";

/** A message on its way, under a lease of its own. */
function leased(): Outgoing {
  const work = newWork({ payload: {}, leases: 1, dueAt: 0 } as Work["job"], {} as Work["prices"], 1);
  const message = { id: MESSAGE } as Outgoing["message"];
  return { work, message, checkedAt: 0, unknownBefore: 0, isNoted: false };
}

const report = (status: DeliveryReport["status"]): DeliveryReport => ({
  ...{ accountId: "a", messageId: MESSAGE, status },
  ...{ error: null, occurredAt: 0 },
});

describe("reports on messages that are under way", () => {
  let stored: DeliveryReport[];
  let underWay: UnderWay;
  beforeEach(() => {
    stored = [];
    underWay = new UnderWay({
      async store(reports) {
        stored.push(...reports);
      },
    });
  });

  const settle = (one: Outgoing, lost: readonly Work[] = []) => {
    const written: DeliveryReport[] = [];
    const settled = underWay.settle([one], [{ type: "accepted" }], async (results: readonly Result[]) => {
      for (const result of results) {
        result.reportsWritten = result.reports.length;
        if (!lost.includes(result.work)) written.push(...result.reports);
      }
      return new Set(lost);
    });
    return { settled, written };
  };

  it("are written with the submission, and taken in once that is done", async () => {
    const one = leased();
    underWay.begin([one]);
    const taken = underWay.takeReports([report("delivered")]);
    const { settled, written } = settle(one);
    await Promise.all([settled, taken]);
    expect([written, stored]).toEqual([[report("delivered")], []]);
  });

  it("are stored by themselves once nothing is under way any more", async () => {
    const one = leased();
    underWay.begin([one]);
    await settle(one).settled;
    await underWay.takeReports([report("read")]);
    expect(stored).toEqual([report("read")]);
  });

  it("are taken in where a lease was lost to the same process, whichever submission ends first", async () => {
    for (const endsFirst of ["the first", "the second"]) {
      stored = [];
      const [first, second] = [leased(), leased()];
      underWay.begin([first]);
      const early = underWay.takeReports([report("delivered")]);
      underWay.begin([second]);
      const late = underWay.takeReports([report("read")]);
      const written: DeliveryReport[] = [];
      for (const one of endsFirst === "the first" ? [first, second] : [second, first]) {
        const run = settle(one, [first.work]);
        await run.settled;
        written.push(...run.written);
      }
      await Promise.all([early, late]);
      expect([endsFirst, stored, written]).toEqual([endsFirst, [report("delivered")], [report("read")]]);
      await underWay.takeReports([report("read")]);
      expect(stored).toHaveLength(2);
    }
  });
});
