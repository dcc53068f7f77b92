import type { Session } from "../../src/carriers/smpp/session";
import { type SubmissionDeadline, SubmissionSlots } from "../../src/carriers/smpp/submission-slots";
import type { Purpose } from "../../src/messaging/purpose";

const session = {} as Session;

/** Fills the only slot, lets the purposes wait in this order, and returns the order in which they get it. */
async function servedOrder(waiting: readonly Purpose[]): Promise<Purpose[]> {
  const slots = new SubmissionSlots(1, 1, () => [session]);
  const deadline: SubmissionDeadline = { endsAt: Infinity, onExpired: new Set() };
  const served: Purpose[] = [];
  await slots.take(deadline, { purpose: "marketing", mayWait: false });
  const all = waiting.map(async (purpose) => {
    await slots.take(deadline, { purpose, mayWait: false });
    served.push(purpose);
    slots.release(session, { taken: true });
  });
  slots.release(session, { taken: true });
  await Promise.all(all);
  return served;
}

describe("the submission slots of SMPP", () => {
  it("gives a free slot to one-time codes first, and to other messages in order of arrival", async () => {
    const order = await servedOrder(["marketing", "transactional", "otp", "marketing"]);
    expect(order).toEqual(["otp", "marketing", "transactional", "marketing"]);
  });

  it("gives a free slot to the next part of a begun message before a one-time code that came later", async () => {
    const slots = new SubmissionSlots(1, 1, () => [session]);
    const deadline: SubmissionDeadline = { endsAt: Infinity, onExpired: new Set() };
    await slots.take(deadline, { purpose: "marketing", mayWait: false });
    const served: string[] = [];
    const wait = (name: string, purpose: Purpose, mayWait: boolean) =>
      slots.take(deadline, { purpose, mayWait }).then(() => {
        served.push(name);
        slots.release(session, { taken: true });
      });
    const all = [
      wait("new", "marketing", false),
      wait("part", "marketing", true),
      wait("code", "otp", false),
    ];
    slots.release(session, { taken: true });
    await Promise.all(all);
    expect(served).toEqual(["part", "code", "new"]);
  });

  it("ends the wait of every purpose at its deadline", async () => {
    const slots = new SubmissionSlots(1, 1, () => [session]);
    const deadline: SubmissionDeadline = { endsAt: Infinity, onExpired: new Set() };
    await slots.take(deadline, { purpose: "otp", mayWait: false });
    const waits = (["otp", "marketing"] as const).map((purpose) =>
      slots.take(deadline, { purpose, mayWait: true }),
    );
    for (const expire of [...deadline.onExpired]) expire();
    expect(await Promise.all(waits)).toEqual(["expired", "expired"]);
  });
});
