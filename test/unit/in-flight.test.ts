import { InFlight, type InFlightSubmission } from "../../src/features/dispatch/in-flight";
import type { CarrierReport } from "../../src/features/dispatch/unmatched-reports.store";

const MESSAGE = "0190a1b2-0000-7000-8000-000000000001";

const report = (status: CarrierReport["status"]): CarrierReport => ({
  carrier: "sandbox",
  accountId: "a",
  reference: MESSAGE,
  status,
  error: null,
  occurredAt: 0,
});

describe("delivery reports of messages in flight", () => {
  let stored: CarrierReport[];
  let inFlight: InFlight;
  beforeEach(() => {
    stored = [];
    inFlight = new InFlight(async (reports) => void stored.push(...reports));
  });
  const begin = () => inFlight.begin([MESSAGE]);
  const take = async (...reports: CarrierReport[]) => {
    const { notInFlight, stored: taken } = inFlight.take(reports);
    stored.push(...notInFlight);
    await taken;
  };
  /** Writes the reports so far with the outcome, unless the lease was lost. */
  const settle = async (submission: InFlightSubmission, isLost = false) => {
    const reports = [...submission.reportsOf(MESSAGE)];
    await submission.close(new Map(isLost ? [] : [[MESSAGE, reports.length]]));
    return isLost ? [] : reports;
  };

  it("stores a report with the outcome and confirms it afterwards", async () => {
    const submission = begin();
    const taken = take(report("delivered"));
    expect(await settle(submission)).toEqual([report("delivered")]);
    await taken;
    expect(stored).toEqual([]);
  });

  it("stores a report separately when it arrives while the outcome is written", async () => {
    const submission = begin();
    const early = take(report("delivered"));
    const written = new Map([[MESSAGE, submission.reportsOf(MESSAGE).length]]);
    const late = take(report("read"));
    await submission.close(written);
    await Promise.all([early, late]);
    expect(stored).toEqual([report("read")]);
  });

  it("stores a report separately after the submission has ended", async () => {
    await settle(begin());
    await take(report("read"));
    expect(stored).toEqual([report("read")]);
  });

  it("does not confirm a report when the outcome cannot be written", async () => {
    const submission = begin();
    const taken = take(report("delivered"));
    submission.fail(new Error("not written"));
    await expect(taken).rejects.toThrow("not written");
    await take(report("delivered"));
    expect(stored).toEqual([report("delivered")]);
  });

  it("does not confirm a report that cannot be stored after the outcome", async () => {
    inFlight = new InFlight(() => Promise.reject(new Error("not stored")));
    const submission = begin();
    const taken = take(report("delivered"));
    await expect(submission.close(new Map())).rejects.toThrow("not stored");
    await expect(taken).rejects.toThrow("not stored");
  });

  it.each(["first", "second"])(
    "resolves every caller when the process has leased the message twice and the %s submission ends first",
    async (endsFirst) => {
      const first = begin();
      const early = take(report("delivered"));
      const second = begin();
      const late = take(report("read"));
      const written: CarrierReport[] = [];
      for (const one of endsFirst === "first" ? [first, second] : [second, first]) {
        written.push(...(await settle(one, one === first)));
      }
      await Promise.all([early, late]);
      expect([stored, written]).toEqual([[report("delivered")], [report("read")]]);
      await take(report("read"));
      expect(stored).toHaveLength(2);
    },
  );
});
