import pino from "pino";
import type { Db } from "../../src/platform/db/dialect";
import { JOB_KINDS, type JobKey, keyOfName } from "../../src/queue/job";
import { joinedWakeups } from "../../src/queue/joined-wakeups";
import { type Notice, readNotice, writeNotice } from "../../src/queue/notify-payload";
import { pauseAfterFailures } from "../../src/queue/failure-pause";
import type { JobHandler } from "../../src/queue/run";
import { localWakeups } from "../../src/queue/wakeups";
import { startWorker } from "../../src/queue/worker";
import { testClock } from "../support/clock";

const keys = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ accountId: keyOfName("a"), key: keyOfName(String(index)) }));

describe("a notification between processes", () => {
  it("includes the keys that fit, and is ignored by its own process", () => {
    const few: Notice = { topic: "submission", keys: keys(90) };
    expect(readNotice("other", writeNotice("me", few))).toEqual(few);
    expect(readNotice("me", writeNotice("me", few))).toBeNull();
    const many = writeNotice("me", { topic: "submission", keys: keys(100) });
    expect(readNotice("other", many)).toEqual({ topic: "submission" });
    expect(readNotice("other", "dispatch")).toBeNull();
    expect(readNotice("other", "")).toBeNull();
  });
});

describe("joined wake-ups", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("pass sooner if there are many", () => {
    const wakeups = joinedWakeups(localWakeups());
    let woken = 0;
    wakeups.subscribe("submission", () => void (woken += 1));
    for (let wake = 1; wake <= 5; wake++) wakeups.wake("submission");
    jest.advanceTimersByTime(20);
    expect(woken).toBe(1);
    for (let wake = 1; wake <= 6; wake++) wakeups.wake("submission");
    jest.advanceTimersByTime(30);
    expect(woken).toBe(2);
    for (let wake = 1; wake <= 5; wake++) wakeups.wake("submission");
    jest.advanceTimersByTime(20);
    expect(woken).toBe(3);
  });

  it("pass at once, and combined with later ones after a moment", async () => {
    const wakeups = joinedWakeups(localWakeups());
    const woken: (readonly JobKey[] | "all" | "delivery")[] = [];
    wakeups.subscribe("submission", (some) => woken.push(some ?? "all"));
    wakeups.subscribe("delivery", () => woken.push("delivery"));
    const [one, two, three] = keys(3) as [JobKey, JobKey, JobKey];
    wakeups.wake("submission", [one]);
    expect(woken.splice(0)).toEqual([[one]]);
    wakeups.wake("submission", [two]);
    wakeups.wake("submission", [three]);
    wakeups.wake("submission", [two]);
    wakeups.wake("delivery");
    expect(woken.splice(0)).toEqual(["delivery"]);
    jest.advanceTimersByTime(50);
    expect(woken.splice(0)).toEqual([[two, three]]);
    wakeups.wake("submission", [one]);
    wakeups.wake("submission");
    jest.advanceTimersByTime(50);
    expect(woken.splice(0)).toEqual(["all"]);
    jest.advanceTimersByTime(100);
    wakeups.wake("submission", [one]);
    expect(woken.splice(0)).toEqual([[one]]);
    wakeups.wake("submission", [two]);
    await wakeups.close();
    jest.advanceTimersByTime(100);
    expect(woken).toEqual([]);
  });
});

it("derives the same key from the same name, and different keys from different names", () => {
  expect(keyOfName("fold counts")).toBe(keyOfName("fold counts"));
  expect(new Set(JOB_KINDS.map(keyOfName)).size).toBe(JOB_KINDS.length);
  expect(keyOfName("fold counts")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

it("pauses at most 3 s after database failures", () => {
  expect([1, 2, 3, 4, 100].map(pauseAfterFailures)).toEqual([1_000, 2_000, 3_000, 3_000, 3_000]);
});

describe("a worker whose database fails or is slow", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const handler: JobHandler = {
    kind: "submission",
    concurrency: 1,
    perKey: 1,
    weight: 1,
    leaseMs: 1_000,
    deadlineMs: 1_000,
    pollMs: 100,
    pauseAfter: () => 0,
    async run() {},
  };
  const start = (raw: () => Promise<unknown>, wakeups = localWakeups()) => {
    const db = { client: { dialect: "postgresql" }, raw } as unknown as Db;
    return startWorker({ db, clock: testClock(), log: pino({ level: "silent" }), wakeups }, handler);
  };

  it("polls again after 20 times the duration of a poll, and after 10 s at the latest", async () => {
    let durationMs = 100;
    let polls = 0;
    const worker = start(async () => {
      polls += 1;
      if (durationMs > 0) await new Promise((resolve) => setTimeout(resolve, durationMs));
      return { rows: [] };
    });
    const pollsIn = async (ms: number) => {
      const before = polls;
      await jest.advanceTimersByTimeAsync(ms);
      return polls - before;
    };
    await pollsIn(100);
    expect(await pollsIn(1_999)).toBe(0);
    durationMs = 5_000;
    expect(await pollsIn(1)).toBe(1);
    expect(await pollsIn(5_000 + 9_999)).toBe(0);
    durationMs = 0;
    expect(await pollsIn(1)).toBe(1);
    await worker.stop();
  });

  it("backs off despite wake-ups, and returns to its polling interval when the database works again", async () => {
    let fails = true;
    let queries = 0;
    const wakeups = localWakeups();
    const worker = start(async () => {
      queries += 1;
      if (fails) throw new Error("no room");
      return { rows: [] };
    }, wakeups);
    const queriesIn = async (seconds: number) => {
      const before = queries;
      for (let ms = 0; ms < seconds * 1_000; ms += 100) {
        wakeups.wake("submission");
        wakeups.wake("submission", [{ accountId: "a", key: "1" }]);
        await jest.advanceTimersByTimeAsync(100);
      }
      return queries - before;
    };
    // The first query ran at once. The next follow after 1 and 2 seconds, and then every 3 seconds.
    expect(await queriesIn(15)).toBeLessThanOrEqual(6);
    expect(await queriesIn(60)).toBeLessThanOrEqual(21);
    fails = false;
    expect(await queriesIn(4)).toBeGreaterThan(0);
    expect(await queriesIn(2)).toBeGreaterThanOrEqual(20);
    fails = true;
    expect(await queriesIn(2)).toBeLessThanOrEqual(4);
    await worker.stop();
  });
});
