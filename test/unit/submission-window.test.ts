import fc from "fast-check";
import { MOST_BEHIND, SubmissionWindow } from "../../src/features/dispatch/window";

const windowOf = (size: number, { batchSize = 1, noted = false } = {}) =>
  new SubmissionWindow({ size, batchSize, noted });

const prompt = { prompt: true };
const slow = { prompt: false };

/** Begins as many submissions as the sender may. */
function fill(window: SubmissionWindow, sender: string): number {
  let begun = 0;
  for (; window.mayBegin(sender); begun += 1) window.begin(sender);
  return begun;
}

/** Answers each of the sender's submissions promptly until it has all of the window. */
function warm(window: SubmissionWindow, sender: string): void {
  for (let answer = 0; answer < 8; answer += 1) {
    window.begin(sender);
    window.end(sender, prompt);
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
            window.end(sender, { prompt: isPrompt });
            underWay.set(sender, count - 1);
          } else if (!ends && window.mayBegin(sender)) {
            window.begin(sender);
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
      window.begin("a");
      window.end("a", slow);
    }
    expect(fill(window, "a")).toBe(8);
    const small = windowOf(2);
    for (let answer = 0; answer < 10; answer += 1) {
      small.begin("a");
      small.end("a", slow);
    }
    expect(fill(small, "a")).toBe(1);
  });

  it("serves the sender that was served longest ago", () => {
    const window = windowOf(64);
    const senders = ["a", "b", "c"].map((senderId) => ({ senderId }));
    const served = Array.from({ length: 6 }, () => {
      const next = window.next(senders);
      if (next) window.begin(next.senderId);
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

  it("has twice the places where messages are noted, and as many turns with the carrier as ever", async () => {
    const window = windowOf(2, { noted: true });
    warm(window, "a");
    expect(fill(window, "a")).toBe(4);
    const order: string[] = [];
    const turns = ["first", "second", "third", "fourth"].map(async (name) => {
      if (await window.turn()) order.push(name);
    });
    await Promise.all(turns.slice(0, 2));
    expect(order).toEqual(["first", "second"]);
    window.endTurn();
    await turns[2];
    expect(order).toEqual(["first", "second", "third"]);
    window.endTurn();
    await turns[3];
    expect(order).toEqual(["first", "second", "third", "fourth"]);
  });

  it("lets so many messages leave their place before they are written where they are noted, and no more", () => {
    const window = windowOf(2, { noted: true });
    expect(window.mayLeaveBehind(MOST_BEHIND + 1)).toBe(false);
    expect(window.mayLeaveBehind(MOST_BEHIND - 1)).toBe(true);
    expect(window.mayLeaveBehind(2)).toBe(false);
    expect(window.mayLeaveBehind(1)).toBe(true);
    expect(window.mayLeaveBehind(1)).toBe(false);
    window.caughtUp(1);
    expect(window.mayLeaveBehind(1)).toBe(true);
  });

  it("lets any number leave their place where the carrier goes by our ids", () => {
    const window = windowOf(2);
    for (let time = 0; time < 3; time += 1) expect(window.mayLeaveBehind(1_000)).toBe(true);
    window.caughtUp(3_000);
    window.resize({ size: 2, batchSize: 1, noted: true });
    expect(window.mayLeaveBehind(MOST_BEHIND)).toBe(true);
  });

  it("reads those ahead that may be behind as well", () => {
    const window = windowOf(2, { noted: true });
    warm(window, "a");
    expect(window.room("a")).toEqual({ weight: 8 + MOST_BEHIND, urgentOnly: false });
  });

  it("gives as many turns more as it grows by", async () => {
    const window = windowOf(1, { noted: true });
    const turns = [window.turn(), window.turn(), window.turn()];
    window.resize({ size: 3, batchSize: 1, noted: true });
    expect(await Promise.all(turns)).toEqual([true, true, true]);
  });

  it("gives no turn any more once it is closed, to those that wait neither", async () => {
    const window = windowOf(1, { noted: true });
    expect(await window.turn()).toBe(true);
    const waiting = window.turn();
    window.close();
    expect(await waiting).toBe(false);
    expect(await window.turn()).toBe(false);
    window.endTurn();
  });
});
