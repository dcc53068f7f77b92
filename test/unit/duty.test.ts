import pino from "pino";
import { startDuty } from "../../src/queue/duty";
import { localWakeups } from "../../src/queue/wakeups";

describe("recurring work that fails", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("is tried ever more rarely, whatever wakes it, and at its old pace once it works again", async () => {
    const wakeups = localWakeups();
    let fails = true;
    let runs = 0;
    const duty = {
      name: "test",
      topic: "dispatch" as const,
      everyMs: 100,
      async run() {
        runs += 1;
        if (fails) throw new Error("no room");
        return false;
      },
    };
    const running = startDuty(duty, wakeups, pino({ level: "silent" }));
    const runsIn = async (seconds: number) => {
      const before = runs;
      for (let ms = 0; ms < seconds * 1_000; ms += 100) {
        wakeups.wake("dispatch");
        await jest.advanceTimersByTimeAsync(100);
      }
      return runs - before;
    };
    // The first was at once: then after 1, 2, 4 and 8 seconds more, and from then on every 15.
    expect(await runsIn(16)).toBe(4);
    expect(await runsIn(60)).toBe(4);
    fails = false;
    expect(await runsIn(15)).toBeGreaterThan(0);
    expect(await runsIn(2)).toBeGreaterThanOrEqual(20);
    fails = true;
    expect(await runsIn(2)).toBeLessThanOrEqual(3);

    // A stop does not wait for the end of a rest.
    await running.stop();
  });
});
