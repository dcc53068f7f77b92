import { pino } from "pino";
import { Loop, type RoundEnd } from "../../src/features/dispatch/loop";

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Returns a loop whose rounds end as listed, and then idle. */
function started(...ends: RoundEnd[]) {
  const rounds = { count: 0 };
  const loop = new Loop({
    async round() {
      rounds.count += 1;
      return ends.shift() ?? "idle";
    },
    failed() {},
    ...{ everyMs: 250, restMs: 40, log: pino({ enabled: false }) },
  });
  loop.start();
  return { loop, rounds };
}

describe("the dispatch loop", () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
  afterEach(() => void jest.useRealTimers());

  it("repeats a round at once if work is left", async () => {
    const { loop, rounds } = started("more");
    await turns();
    expect(rounds.count).toBe(2);
    await loop.stop();
  });

  it("begins a round at once after a notification if the last round did no work", async () => {
    const { loop, rounds } = started("idle");
    await turns();
    loop.notify();
    await turns();
    expect(rounds.count).toBe(2);
    await loop.stop();
  });

  it("rests after a round that drained the queue, and then handles the notifications in one round", async () => {
    const { loop, rounds } = started("drained");
    await turns();
    for (const ms of [10, 20]) {
      loop.notify();
      jest.advanceTimersByTime(ms);
      await turns();
      expect(rounds.count).toBe(1);
    }
    jest.advanceTimersByTime(10);
    await turns();
    expect(rounds.count).toBe(2);
    await loop.stop();
  });
});
