import pino from "pino";
import { JOB_KINDS, type JobKey, type JobKind, keyOfName } from "../../src/queue/job";
import { type JoinedKeys, JoinedNotifications } from "../../src/queue/joined-notifications";
import { type Notice, readNotice, writeNotice } from "../../src/queue/notify-payload";
import { pauseAfterFailures } from "../../src/queue/failure-pause";
import type { JobHandler } from "../../src/queue/run";
import { localWakeups } from "../../src/queue/wakeups";
import { GATHER_MS, Polls } from "../../src/queue/polls";
import { startWorker } from "../../src/queue/worker";
import { testClock } from "../support/clock";
import { times } from "../support/times";
import { fakePostgres } from "../support/transactions";

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

describe("joined notifications", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("pass sooner if there are many", () => {
    let passed = 0;
    const notifications = new JoinedNotifications(() => void (passed += 1));
    const add = (count: number) => times(count, () => notifications.add("submission"));
    add(5);
    jest.advanceTimersByTime(20);
    expect(passed).toBe(1);
    add(4);
    jest.advanceTimersByTime(30);
    expect(passed).toBe(2);
    add(5);
    jest.advanceTimersByTime(20);
    expect(passed).toBe(3);
    notifications.close();
  });

  it("pass together for all kinds: at once, and later ones after a moment", () => {
    const passed: JoinedKeys[] = [];
    const notifications = new JoinedNotifications((keys) => void passed.push(keys));
    const [one, two, three] = keys(3) as [JobKey, JobKey, JobKey];
    notifications.add("submission", [one]);
    notifications.add("delivery", [two]);
    jest.advanceTimersByTime(0);
    expect(passed.splice(0)).toEqual([
      new Map([
        ["submission", [one]],
        ["delivery", [two]],
      ]),
    ]);
    notifications.add("submission", [two]);
    notifications.add("delivery");
    notifications.add("submission", [three]);
    notifications.add("delivery", [one]);
    jest.advanceTimersByTime(49);
    expect(passed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(passed.splice(0)).toEqual([
      new Map<JobKind, JobKey[] | undefined>([
        ["submission", [two, three]],
        ["delivery", undefined],
      ]),
    ]);
    jest.advanceTimersByTime(50);
    notifications.add("submission", [one]);
    jest.advanceTimersByTime(0);
    expect(passed.splice(0)).toEqual([new Map([["submission", [one]]])]);
    notifications.add("submission", [two]);
    notifications.close();
    notifications.add("submission", [three]);
    jest.advanceTimersByTime(100);
    expect(passed).toEqual([]);
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

/** Returns the dependencies of a worker on a PostgreSQL database whose statements return these rows. */
const depsWith = (rowsOf: (sql: string) => Promise<unknown>) => ({
  db: fakePostgres(rowsOf),
  clock: testClock(),
  log: pino({ level: "silent" }),
});

describe("a worker whose database fails or is slow", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const start = (rowsOf: (sql: string) => Promise<unknown>, wakeups = localWakeups()) =>
    startWorker({ ...depsWith(rowsOf), wakeups }, handler);

  it("polls again after 20 times the duration of a poll, and after 10 s at the latest", async () => {
    let durationMs = 100;
    let polls = 0;
    const worker = start(async () => {
      polls += 1;
      if (durationMs > 0) await new Promise((resolve) => setTimeout(resolve, durationMs));
      return [];
    });
    const pollsIn = async (ms: number) => {
      const before = polls;
      await jest.advanceTimersByTimeAsync(ms);
      return polls - before;
    };
    // A fake `setImmediate` takes 1 ms.
    await pollsIn(1 + 100);
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
      return [];
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
    await jest.advanceTimersByTimeAsync(1);
    // The first query ran at once. The next follow after 1 and 2 seconds, and then every 3 seconds.
    expect(await queriesIn(15)).toBeLessThanOrEqual(6);
    expect(await queriesIn(60)).toBeLessThanOrEqual(21);
    fails = false;
    expect(await queriesIn(4)).toBeGreaterThan(0);
    expect(await queriesIn(2)).toBeGreaterThanOrEqual(20);
    fails = true;
    expect(await queriesIn(2)).toBeLessThanOrEqual(4);
    const stopped = worker.stop();
    await jest.advanceTimersByTimeAsync(1);
    await stopped;
  });
});

describe("a worker whose key is notified repeatedly", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const [key, other] = keys(2) as [JobKey, JobKey];

  /** Starts a worker and counts its leases. Each lease finds a full run while `jobs` is positive. */
  const startCounted = async (wakeups = localWakeups()) => {
    const found = { leases: 0, jobs: 0 };
    const row = { account_id: key.accountId, key: key.key, weight: 1, payload: "null" };
    const deps = depsWith(async (sql) => {
      if (!sql.includes("with picked")) return [];
      found.leases += 1;
      return found.jobs-- > 0 ? [row] : [];
    });
    const worker = startWorker({ ...deps, wakeups }, { ...handler, leaseEveryMs: 75, pollMs: 60_000 });
    await jest.advanceTimersByTimeAsync(1_000);
    const leasesIn = async (ms: number) => {
      found.leases = 0;
      await jest.advanceTimersByTimeAsync(ms);
      return found.leases;
    };
    return { worker, wakeups, found, leasesIn };
  };

  it("leases the key at once, and then once per interval", async () => {
    const { worker, wakeups, leasesIn } = await startCounted();
    wakeups.wake("submission", [key]);
    expect(await leasesIn(5)).toBe(1);
    for (let count = 0; count < 3; count++) wakeups.wake("submission", [key]);
    expect(await leasesIn(69)).toBe(0);
    wakeups.wake("submission", [other]);
    expect(await leasesIn(0)).toBe(1);
    expect(await leasesIn(1)).toBe(1);
    wakeups.wake("submission", [key]);
    expect(await leasesIn(74)).toBe(0);
    expect(await leasesIn(1)).toBe(1);
    expect(await leasesIn(1_000)).toBe(0);
    await worker.stop();
  });

  it("leases the key again at once while runs are full", async () => {
    const { worker, wakeups, found, leasesIn } = await startCounted();
    found.jobs = 10;
    wakeups.wake("submission", [key]);
    expect(await leasesIn(10)).toBe(11);
    await worker.stop();
  });

  it("is idle after the deferred lease", async () => {
    const { worker, wakeups, leasesIn } = await startCounted();
    wakeups.wake("submission", [key]);
    await leasesIn(0);
    wakeups.wake("submission", [key]);
    let isIdle = false;
    void worker.idle().then(() => (isIdle = true));
    await jest.advanceTimersByTimeAsync(74);
    expect(isIdle).toBe(false);
    expect(await leasesIn(1)).toBe(1);
    expect(isIdle).toBe(true);
    await worker.stop();
  });
});

describe("a process with workers of several kinds", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const KINDS = ["periodic", "delivery", "import", "erasure"] as const;

  const countPolls = (sql: string) => sql.split("with recursive keys").length - 1;

  /** Starts workers of several kinds. Returns the number of polls in each statement of the next interval. */
  const startShared = (query: (sql: string) => Promise<unknown>) => {
    const statements: number[] = [];
    const deps = depsWith((sql) => {
      statements.push(countPolls(sql));
      return query(sql);
    });
    const polls = new Polls(deps.db, { gatherMs: GATHER_MS });
    const workers = KINDS.map((kind, index) =>
      startWorker({ ...deps, polls }, { ...handler, kind, pollMs: index < 2 ? 250 : 1_000 }),
    );
    const statementsIn = async (ms: number) => {
      statements.length = 0;
      await jest.advanceTimersByTimeAsync(ms);
      return [...statements];
    };
    const stop = async () => {
      const stopped = Promise.all(workers.map((worker) => worker.stop()));
      await jest.advanceTimersByTimeAsync(1_000);
      await stopped;
    };
    return { statementsIn, stop };
  };
  const none = (sql: string) => {
    const columns = times(countPolls(sql), (index) => [`a${index}`, []] as const);
    return columns.length > 1 ? [Object.fromEntries(columns)] : [];
  };

  it("polls due kinds in one statement, and keeps the polls in phase", async () => {
    const { statementsIn, stop } = startShared(async (sql) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return none(sql);
    });
    expect(await statementsIn(100)).toEqual([4]);
    expect(await statementsIn(1_000)).toEqual([2, 2, 2, 4]);
    expect(await statementsIn(10_000)).toEqual(times(10, () => [2, 2, 2, 4]).flat());
    await stop();
  });

  it("polls a slow kind in a separate statement", async () => {
    const { statementsIn, stop } = startShared(async (sql) => {
      const ms = sql.includes("t.kind = 'import'") ? 200 : 1;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return none(sql);
    });
    await statementsIn(10_000);
    // The slow poll takes 200 ms, so it pauses for 4 s.
    const later = await statementsIn(12_000);
    expect(later.filter((polls) => polls === 1)).toHaveLength(3);
    expect(later.filter((polls) => polls === 3)).toHaveLength(12);
    await stop();
  });

  it.each([
    ["fails", new Error("broken")],
    ["exceeds a time limit", Object.assign(new Error("canceled"), { code: "57014" })],
  ])("receives the results of other kinds if the poll of one kind %s", async (_, error) => {
    let failed = 0;
    const { statementsIn, stop } = startShared(async (sql) => {
      if (!sql.includes("t.kind = 'import'")) return none(sql);
      failed += 1;
      throw error;
    });
    expect(await statementsIn(100)).toEqual([4, 2, 2, 1, 1]);
    expect(failed).toBe(3);
    expect(await statementsIn(250)).toEqual([2]);
    // The failing kind is polled again after a pause, in a separate statement.
    expect(await statementsIn(2_000)).toContain(1);
    await stop();
  });
});
