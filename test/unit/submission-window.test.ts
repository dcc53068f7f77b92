import fc from "fast-check";
import { MOST_UNWRITTEN, SubmissionWindow } from "../../src/features/dispatch/window";

const windowOf = (size: number, { batchSize = 1, recordsIntents = false } = {}) =>
  new SubmissionWindow({ size, batchSize, recordsIntents });

const prompt = { prompt: true };
const slow = { prompt: false };

/** Begins as many submissions as the sender may. */
function fill(window: SubmissionWindow, sender: string): number {
  let begun = 0;
  for (; window.mayTakeSlot(sender); begun += 1) window.takeSlot(sender);
  return begun;
}

/** Answers each of the sender's submissions promptly until it has all of the window. */
function warm(window: SubmissionWindow, sender: string): void {
  for (let answer = 0; answer < 8; answer += 1) {
    window.takeSlot(sender);
    window.freeSlot(sender, prompt);
  }
}

describe("the window of a carrier", () => {
  it("is never exceeded, whoever submits", () => {
    const step = fc.record({
      sender: fc.constantFrom("a", "b", "c"),
      ends: fc.boolean(),
      prompt: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.array(step, { maxLength: 400 }), (size, steps) => {
        const window = windowOf(size);
        const underWay = new Map<string, number>();
        for (const { sender, ends, prompt: isPrompt } of steps) {
          const count = underWay.get(sender) ?? 0;
          if (ends && count > 0) {
            window.freeSlot(sender, { prompt: isPrompt });
            underWay.set(sender, count - 1);
          } else if (!ends && window.mayTakeSlot(sender)) {
            window.takeSlot(sender);
            underWay.set(sender, count + 1);
          }
          expect([...underWay.values()].reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(size);
        }
      }),
    );
  });

  it.each([1, 10, 64, 256])("is all there for a sender that is answered promptly: %i", (size) => {
    const window = windowOf(size);
    warm(window, "a");
    expect(fill(window, "a")).toBe(size);
    expect(window.isFull).toBe(true);
  });

  it("lets a sender that is not answered begin a quarter of it, and leaves the rest to others", () => {
    const window = windowOf(64);
    expect(fill(window, "hanging")).toBe(16);
    warm(window, "prompt");
    expect(fill(window, "prompt")).toBe(48);
  });

  it("gives less and less to a sender whose answers are slow, and never nothing", () => {
    const window = windowOf(64);
    for (let answer = 0; answer < 10; answer += 1) {
      window.takeSlot("a");
      window.freeSlot("a", slow);
    }
    expect(fill(window, "a")).toBe(8);
    const small = windowOf(2);
    for (let answer = 0; answer < 10; answer += 1) {
      small.takeSlot("a");
      small.freeSlot("a", slow);
    }
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

  it("reads as much again ahead as it can take, and no more than fits into memory", () => {
    const one = windowOf(64);
    warm(one, "a");
    expect(one.room("a")).toEqual({ weight: 128, urgentOnly: false });
    const large = windowOf(64, { batchSize: 1_000 });
    warm(large, "a");
    expect(large.room("a")).toEqual({ weight: 4_000, urgentOnly: false });
    large.hold("b", { weight: 3_500, priority: 1 });
    expect(large.room("a")).toEqual({ weight: 500, urgentOnly: false });
  });

  it("has room for what is urgent while it is full of what is not", () => {
    const window = windowOf(64);
    warm(window, "a");
    window.hold("a", { weight: 1_000, priority: 1 });
    expect(window.room("a")).toEqual({ weight: 128, urgentOnly: true });
    window.hold("a", { weight: 128, priority: 0 });
    expect(window.room("a")).toBeNull();
    window.drop("a", { weight: 1_000, priority: 1 });
    window.drop("a", { weight: 128, priority: 0 });
    expect(window.room("a")).toEqual({ weight: 128, urgentOnly: false });
  });

  it("has twice the slots where intents are recorded, and as many submissions at the carrier as ever", async () => {
    const window = windowOf(2, { recordsIntents: true });
    warm(window, "a");
    expect(fill(window, "a")).toBe(4);
    const order: string[] = [];
    const turns = ["first", "second", "third", "fourth"].map(async (name) => {
      if (await window.acquire()) order.push(name);
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

  it("limits the messages that free their slot before their outcome is written where intents are recorded", () => {
    const window = windowOf(2, { recordsIntents: true });
    expect(window.mayDeferOutcomes(MOST_UNWRITTEN + 1)).toBe(false);
    expect(window.mayDeferOutcomes(MOST_UNWRITTEN - 1)).toBe(true);
    expect(window.mayDeferOutcomes(2)).toBe(false);
    expect(window.mayDeferOutcomes(1)).toBe(true);
    expect(window.mayDeferOutcomes(1)).toBe(false);
    window.outcomesWritten(1);
    expect(window.mayDeferOutcomes(1)).toBe(true);
  });

  it("lets any number of messages free their slot where the carrier is idempotent", () => {
    const window = windowOf(2);
    for (let time = 0; time < 3; time += 1) expect(window.mayDeferOutcomes(1_000)).toBe(true);
    window.outcomesWritten(3_000);
    window.resize({ size: 2, batchSize: 1, recordsIntents: true });
    expect(window.mayDeferOutcomes(MOST_UNWRITTEN)).toBe(true);
  });

  it("reads as many messages more ahead as may have unwritten outcomes", () => {
    const window = windowOf(2, { recordsIntents: true });
    warm(window, "a");
    expect(window.room("a")).toEqual({ weight: 8 + MOST_UNWRITTEN, urgentOnly: false });
  });

  it("lets as many more submissions go to the carrier as it grows by", async () => {
    const window = windowOf(1, { recordsIntents: true });
    const turns = [window.acquire(), window.acquire(), window.acquire()];
    window.resize({ size: 3, batchSize: 1, recordsIntents: true });
    expect(await Promise.all(turns)).toEqual([true, true, true]);
  });

  it("lets no submission go to the carrier once it is closed, nor one that was waiting", async () => {
    const window = windowOf(1, { recordsIntents: true });
    expect(await window.acquire()).toBe(true);
    const waiting = window.acquire();
    window.close();
    expect(await waiting).toBe(false);
    expect(await window.acquire()).toBe(false);
    window.release();
  });
});
