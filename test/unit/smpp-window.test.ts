import type { Session } from "../../src/carriers/smpp/session";
import { type Call, SubmissionSlots } from "../../src/carriers/smpp/window";
import type { Purpose } from "../../src/messaging/purpose";

const session = {} as Session;

/** Fills the only slot, lets the purposes wait in this order, and returns the order in which they get it. */
async function servedOrder(waiting: readonly Purpose[]): Promise<Purpose[]> {
  const slots = new SubmissionSlots(1, 1, () => [session]);
  const call: Call = { endsAt: Infinity, onOver: new Set() };
  const served: Purpose[] = [];
  await slots.take(call, { purpose: "marketing", mayWait: false });
  const all = waiting.map(async (purpose) => {
    await slots.take(call, { purpose, mayWait: false });
    served.push(purpose);
    slots.release(session, { taken: true });
  });
  slots.release(session, { taken: true });
  await Promise.all(all);
  return served;
}

describe("the submission slots of SMPP", () => {
  it("gives a free slot to the most urgent waiting message", async () => {
    expect(await servedOrder(["marketing", "transactional", "marketing", "otp"])).toEqual([
      "otp",
      "transactional",
      "marketing",
      "marketing",
    ]);
  });

  it("ends the wait of every purpose at the deadline of the call", async () => {
    const slots = new SubmissionSlots(1, 1, () => [session]);
    const call: Call = { endsAt: Infinity, onOver: new Set() };
    await slots.take(call, { purpose: "otp", mayWait: false });
    const waits = (["otp", "marketing"] as const).map((purpose) =>
      slots.take(call, { purpose, mayWait: true }),
    );
    for (const over of [...call.onOver]) over();
    expect(await Promise.all(waits)).toEqual(["over", "over"]);
  });
});
