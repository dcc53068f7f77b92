import fc from "fast-check";
import { MAX_UNWRITTEN, SubmissionWindow } from "../../src/features/dispatch/window";

const windowOf = (size: number, { batchSize = 1, recordsIntents = false } = {}) =>
  new SubmissionWindow({ size, batchSize, recordsIntents });

function fill(window: SubmissionWindow, sender: string): number {
  let begun = 0;
  for (; window.mayTakeSlot(sender); begun += 1) window.takeSlot(sender);
  return begun;
}

function complete(window: SubmissionWindow, sender: string, count: number, how: { prompt: boolean }): void {
  for (let completed = 0; completed < count; completed += 1) {
    window.takeSlot(sender);
    window.freeSlot(sender, how);
  }
}

/** Completes the sender's submissions promptly until the sender may use the whole window. */
const warm = (window: SubmissionWindow, sender: string) => complete(window, sender, 8, { prompt: true });

describe("the submission window of a carrier", () => {
  it("is never exceeded by any number of senders", () => {
    const step = fc.record({
      sender: fc.constantFrom("a", "b", "c"),
      ends: fc.boolean(),
      prompt: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(step, { maxLength: 400 }), (size, steps) => {
        const window = windowOf(size);
        const inFlight = new Map<string, number>();
        for (const { sender, ends, prompt: isPrompt } of steps) {
          const count = inFlight.get(sender) ?? 0;
          if (ends && count > 0) {
            window.freeSlot(sender, { prompt: isPrompt });
            inFlight.set(sender, count - 1);
          } else if (!ends && window.mayTakeSlot(sender)) {
            window.takeSlot(sender);
            inFlight.set(sender, count + 1);
          }
          expect([...inFlight.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(size);
        }
      }),
    );
  });

  it.each([1, 10, 64, 256])(
    "is fully available to a sender whose submissions get prompt responses: %i",
    (size) => {
      const window = windowOf(size);
      warm(window, "a");
      expect(fill(window, "a")).toBe(size);
      expect(window.isFull).toBe(true);
    },
  );

  it("limits a sender without responses to a quarter of the slots", () => {
    const window = windowOf(64);
    expect(fill(window, "hanging")).toBe(16);
    warm(window, "prompt");
    expect(fill(window, "prompt")).toBe(48);
  });

  it("shrinks the share of a sender with slow responses, but never to zero", () => {
    const window = windowOf(64);
    complete(window, "a", 10, { prompt: false });
    expect(fill(window, "a")).toBe(8);
    const small = windowOf(2);
    complete(small, "a", 10, { prompt: false });
    expect(fill(small, "a")).toBe(1);
  });

  it("serves the sender that was served longest ago", () => {
    const window = windowOf(64);
    const senders = ["a", "b", "c"].map((senderId) => ({ senderId }));
    const served = Array.from({ length: 6 }, () => {
      const next = window.next(senders);
      if (next) window.takeSlot(next.senderId);
      return next?.senderId;
    });
    expect(served).toEqual(["a", "b", "c", "a", "b", "c"]);
  });

  it("reads ahead as much again as its size, within a limit for memory", () => {
    const one = windowOf(64);
    warm(one, "a");
    expect(one.room("a")).toEqual({ weight: 128 });
    const large = windowOf(64, { batchSize: 1_000 });
    warm(large, "a");
    expect(large.room("a")).toEqual({ weight: 4_000 });
    large.hold("b", { weight: 3_500, priority: 1 });
    expect(large.room("a")).toEqual({ weight: 500 });
  });

  it("keeps room for urgent messages while it is full of others", () => {
    const window = windowOf(64);
    warm(window, "a");
    window.hold("a", { weight: 1_000, priority: 1 });
    expect(window.room("a")).toEqual({ weight: 128, priority: 0 });
    window.hold("a", { weight: 128, priority: 0 });
    expect(window.room("a")).toEqual({ weight: 128, priority: -1 });
    window.hold("a", { weight: 128, priority: -1 });
    expect(window.room("a")).toBeNull();
    window.drop("a", { weight: 1_000, priority: 1 });
    window.drop("a", { weight: 128, priority: 0 });
    window.drop("a", { weight: 128, priority: -1 });
    expect(window.room("a")).toEqual({ weight: 128 });
  });

  it("keeps room for the jobs that precede all held jobs", () => {
    const window = windowOf(64);
    warm(window, "a");
    window.hold("a", { weight: 128, priority: 2 });
    expect(window.room("a")).toEqual({ weight: 128, priority: 1 });
    window.hold("a", { weight: 28, priority: 1 });
    expect(window.room("a")).toEqual({ weight: 100, priority: 1 });
  });

  it("lets the most urgent submission go to the carrier next", async () => {
    const window = windowOf(1);
    const order: number[] = [];
    const turns = [2, 0, 2, -1].map(async (priority, index) => {
      if (await window.acquire("s", priority)) order.push(index);
    });
    for (const _ of turns) {
      await new Promise((resolve) => setImmediate(resolve));
      window.release();
    }
    await Promise.all(turns);
    expect(order).toEqual([0, 3, 1, 2]);
  });

  it("lets only a submission of the first priority overtake those of other senders", async () => {
    const window = windowOf(1);
    const order: string[] = [];
    const turns = (
      [
        ["a", 2],
        ["a", 2],
        ["b", 0],
        ["b", -1],
      ] as const
    ).map(async ([sender, priority]) => {
      if (await window.acquire(sender, priority)) order.push(`${sender} ${priority}`);
    });
    for (const _ of turns) {
      await new Promise((resolve) => setImmediate(resolve));
      window.release();
    }
    await Promise.all(turns);
    expect(order).toEqual(["a 2", "b -1", "a 2", "b 0"]);
  });

  it("has twice the slots when intents are recorded, with as many submissions at the carrier", async () => {
    const window = windowOf(2, { recordsIntents: true });
    warm(window, "a");
    expect(fill(window, "a")).toBe(4);
    const order: string[] = [];
    const turns = ["first", "second", "third", "fourth"].map(async (name) => {
      if (await window.acquire("s")) order.push(name);
    });
    await Promise.all(turns.slice(0, 2));
    expect(order).toEqual(["first", "second"]);
    window.release();
    await turns[2];
    expect(order).toEqual(["first", "second", "third"]);
    window.release();
    await turns[3];
    expect(order).toEqual(["first", "second", "third", "fourth"]);
  });

  it("has one more slot for messages of the first priority when intents are recorded", () => {
    const window = windowOf(2, { recordsIntents: true });
    warm(window, "a");
    fill(window, "a");
    expect(window.next([{ senderId: "a" }])).toBeUndefined();
    const urgent = { senderId: "a", precedesAll: true };
    expect(window.next([urgent])).toBe(urgent);
    window.takeSlot("a");
    expect(window.next([urgent])).toBeUndefined();
    const idempotent = windowOf(2);
    fill(idempotent, "a");
    expect(idempotent.mayTakeSlot("a", { precedesAll: true })).toBe(false);
  });

  it("limits messages without a written outcome when intents are recorded", () => {
    const window = windowOf(2, { recordsIntents: true });
    expect(window.mayDeferOutcomes(MAX_UNWRITTEN + 1)).toBe(false);
    expect(window.mayDeferOutcomes(MAX_UNWRITTEN - 1)).toBe(true);
    expect(window.mayDeferOutcomes(2)).toBe(false);
    expect(window.mayDeferOutcomes(1)).toBe(true);
    expect(window.mayDeferOutcomes(1)).toBe(false);
    window.outcomesWritten(1);
    expect(window.mayDeferOutcomes(1)).toBe(true);
  });

  it("allows any number of unwritten outcomes when the carrier is idempotent", () => {
    const window = windowOf(2);
    for (let time = 0; time < 3; time += 1) expect(window.mayDeferOutcomes(1_000)).toBe(true);
    window.outcomesWritten(3_000);
    window.resize({ size: 2, batchSize: 1, recordsIntents: true });
    expect(window.mayDeferOutcomes(MAX_UNWRITTEN)).toBe(true);
  });

  it("reads ahead as many additional messages as may have unwritten outcomes", () => {
    const window = windowOf(2, { recordsIntents: true });
    warm(window, "a");
    expect(window.room("a")).toEqual({ weight: 8 + MAX_UNWRITTEN });
  });

  it("admits waiting submissions when it grows", async () => {
    const window = windowOf(1, { recordsIntents: true });
    const turns = [window.acquire("s"), window.acquire("s"), window.acquire("s")];
    window.resize({ size: 3, batchSize: 1, recordsIntents: true });
    expect(await Promise.all(turns)).toEqual([true, true, true]);
  });

  it("admits no submission once it is closed, not even a waiting one", async () => {
    const window = windowOf(1, { recordsIntents: true });
    expect(await window.acquire("s")).toBe(true);
    const waiting = window.acquire("s");
    window.close();
    expect(await waiting).toBe(false);
    expect(await window.acquire("s")).toBe(false);
    window.release();
  });
});
