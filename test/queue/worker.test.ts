import { randomUUID } from "node:crypto";
import { type JobKey, keyText, type LeasedJob } from "../../src/queue/job";
import { leaseJobs, releaseJobs, settleJobs } from "../../src/queue/leases.store";
import { periodicHandler, schedulePeriodicJobs } from "../../src/queue/periodic";
import type { JobHandler, RunContext } from "../../src/queue/run";
import { localWakeups, type Wakeups } from "../../src/queue/wakeups";
import { startWorker, type Worker, workOff } from "../../src/queue/worker";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testQueue } from "../support/queue";
import { times } from "../support/times";

/** A promise that a test settles. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe.each(databases)("a worker on %s", (database) => {
  const queue = testQueue(database);
  const workers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  const settle = (jobs: readonly LeasedJob[]) => settleJobs(queue.db, jobs);
  const handler = (other: Partial<JobHandler> = {}): JobHandler => ({
    kind: "submission",
    concurrency: 4,
    perKey: 1,
    weight: 1,
    leaseMs: MINUTE,
    deadlineMs: MINUTE,
    pollMs: HOUR,
    pauseAfter: () => MINUTE,
    run: async (jobs) => void (await settle(jobs)),
    ...other,
  });
  const startWith = (own: JobHandler, wakeups: Wakeups = localWakeups()) => {
    const worker = startWorker({ ...queue.deps, wakeups }, own);
    workers.push(worker);
    return worker;
  };
  const start = (other: Partial<JobHandler> = {}, wakeups?: Wakeups) => startWith(handler(other), wakeups);
  /** Creates a handler whose runs wait until the test ends them. */
  const gated = () => {
    const begun: { jobs: readonly LeasedJob[]; context: RunContext; end(): void }[] = [];
    let notify: () => void = () => {};
    const run: JobHandler["run"] = async (jobs, context) => {
      const { opened, open } = gate();
      begun.push({ jobs, context, end: open });
      notify();
      await opened;
      await settle(jobs);
    };
    const until = async (count: number) => {
      while (begun.length < count) await new Promise<void>((resolve) => (notify = resolve));
      return begun;
    };
    return { begun, run, until };
  };

  it("runs all due jobs, then is idle", async () => {
    await queue.given(...times(30, () => queue.job(queue.key())));
    const worker = start();
    await worker.idle();
    expect(await queue.stored()).toEqual([]);
  });

  it("starts jobs on a wake-up with or without keys, before the next poll", async () => {
    const wakeups = localWakeups();
    const done: string[] = [];
    const { opened, open } = gate();
    const worker = start(
      {
        async run(jobs) {
          done.push(jobs[0]!.id);
          await settle(jobs);
          if (done.length === 2) open();
        },
      },
      wakeups,
    );
    await worker.idle();
    const [named, other] = [queue.key(), queue.key()];
    const [one] = await queue.given(queue.job(named));
    wakeups.wake("submission", [named]);
    await worker.idle();
    expect(done).toEqual([one!.id]);
    const [two] = await queue.given(queue.job(other));
    wakeups.wake("submission");
    await opened;
    expect(done).toEqual([one!.id, two!.id]);
  });

  it("alternates between accounts, and between the keys of an account", async () => {
    const [many, few] = [randomUUID(), randomUUID()];
    const keys = [...times(3, () => queue.key(many)), queue.key(few)];
    await queue.given(...keys.flatMap((key) => times(4, () => queue.job(key))));
    const order: JobKey[] = [];
    const worker = start({
      concurrency: 1,
      async run(jobs) {
        order.push({ accountId: jobs[0]!.accountId, key: jobs[0]!.key });
        await settle(jobs);
      },
    });
    await worker.idle();
    expect(order).toHaveLength(16);
    // The accounts alternate while both have jobs.
    const firsts = order.slice(0, 8).map(({ accountId }) => accountId);
    expect(firsts.filter((accountId) => accountId === few)).toHaveLength(4);
    for (let turn = 0; turn < 8; turn += 2) expect(new Set(firsts.slice(turn, turn + 2)).size).toBe(2);
    const ofMany = order.filter(({ accountId }) => accountId === many).map(keyText);
    for (let round = 0; round < 12; round += 3) expect(new Set(ofMany.slice(round, round + 3)).size).toBe(3);
  });

  it("limits concurrent runs in total and per key", async () => {
    const keys = [queue.key(), queue.key(), queue.key()];
    await queue.given(...keys.flatMap((key) => times(6, () => queue.job(key))));
    const { begun, run, until } = gated();
    const worker = start({ concurrency: 5, perKey: 2, run });
    await until(5);
    for (let ended = 0; ended < 18; ended++) {
      await until(ended + 1);
      const running = begun.slice(ended).map(({ jobs }) => keyText(jobs[0]!));
      expect(running.length).toBeLessThanOrEqual(5);
      for (const name of running) expect(running.filter((one) => one === name).length).toBeLessThanOrEqual(2);
      begun[ended]!.end();
    }
    await worker.idle();
    expect(await queue.stored()).toEqual([]);
  });

  it("shares the jobs with another worker, and runs each once", async () => {
    const keys = times(5, () => queue.key());
    await queue.given(...keys.flatMap((key) => times(20, () => queue.job(key))));
    const done: string[] = [];
    const run: JobHandler["run"] = async (jobs) => {
      done.push(...jobs.map(({ id }) => id));
      await settle(jobs);
    };
    const both = [start({ run, weight: 3 }), start({ run, weight: 3 })];
    await Promise.all(both.map((worker) => worker.idle()));
    expect(done).toHaveLength(100);
    expect(new Set(done).size).toBe(100);
  });

  it("postpones failed jobs and runs the rest", async () => {
    const [bad, good] = [queue.key(), queue.key()];
    const [failing] = await queue.given(queue.job(bad, { attempt: 3 }), queue.job(good));
    const attempts: number[] = [];
    const worker = start({
      pauseAfter: (attempt) => (attempts.push(attempt), HOUR),
      async run(jobs) {
        if (jobs[0]!.key === bad.key) throw new Error("broken");
        await settle(jobs);
      },
    });
    await worker.idle();
    expect(attempts).toEqual([3]);
    // The progress of the failed run is unknown, so `leases` keeps its count for the next holder.
    expect(await queue.stored()).toMatchObject([
      { id: failing!.id, due_at: queue.clock.now() + HOUR, lease: null, leases: 1, attempt: 4 },
    ]);
  });

  it("frees the slot of a hanging run at its deadline, and ignores its late outcome", async () => {
    const [hung, other] = [queue.key(), queue.key()];
    const [stuck] = await queue.given(queue.job(hung));
    const { opened, open } = gate();
    const late: Set<string>[] = [];
    const reasons: string[] = [];
    const { opened: over, open: end } = gate();
    const own = handler({
      concurrency: 1,
      deadlineMs: 500,
      async run(jobs, { signal }) {
        if (jobs[0]!.key !== hung.key) return void (await settle(jobs));
        signal.addEventListener("abort", () => reasons.push((signal.reason as Error).message));
        await opened;
        late.push(await settle(jobs));
        end();
      },
    });
    const worker = startWith(own);
    await worker.idle();
    expect(reasons).toEqual(["the deadline has passed"]);
    // A busy machine may suspend the second run for longer than 500 ms.
    own.deadlineMs = MINUTE;
    await queue.given(queue.job(other));
    await worker.idle();
    open();
    await over;
    expect(late).toEqual([new Set()]);
    expect(await queue.stored()).toMatchObject([
      { id: stuck!.id, lease: null, attempt: 1, due_at: queue.clock.now() + MINUTE },
    ]);
  });

  it("renews the lease while a run is active", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const { run, until, begun } = gated();
    const leaseMs = 60;
    const worker = start({ run, leaseMs });
    await until(1);
    const renewed = async () => (await queue.stored())[0]!.due_at;
    for (let renewal = 0; renewal < 3; renewal++) {
      queue.clock.advance(leaseMs - 1);
      const end = queue.clock.now() + leaseMs;
      while ((await renewed()) < end) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(begun[0]!.context.signal.aborted).toBe(false);
    begun[0]!.end();
    await worker.idle();
    expect(await queue.stored()).toEqual([]);
  });

  it("aborts a run whose lease is lost", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const { run, until } = gated();
    start({ run, leaseMs: 30 });
    const [first] = await until(1);
    await releaseJobs(queue.db, [{ job: first!.jobs[0]!, dueAt: queue.clock.now() + HOUR }]);
    const { signal } = first!.context;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    expect((signal.reason as Error).message).toBe("the lease is lost");
    first!.end();
  });

  it("starts and aborts nothing when stopped, and waits for active runs", async () => {
    const key = queue.key();
    await queue.given(
      queue.job(key),
      queue.job(key),
      queue.job(queue.key(), { dueAt: queue.clock.now() + 1 }),
    );
    const { run, until, begun } = gated();
    const worker = start({ run });
    const [first] = await until(1);
    let stopped = false;
    const stop = worker.stop().then(() => (stopped = true));
    queue.clock.advance(1);
    worker.notify(key);
    worker.notify();
    await queue.db.raw("select 1");
    expect(stopped).toBe(false);
    expect(first!.context.signal.aborted).toBe(false);
    expect(first!.context.stopping.aborted).toBe(true);
    first!.end();
    await stop;
    expect(begun).toHaveLength(1);
    expect(await queue.stored()).toMatchObject([{ leases: 0 }, { leases: 0 }]);
  });

  it("skips the keys that its handler ignores", async () => {
    const [mine, foreign] = [queue.key(), queue.key()];
    const [, left] = await queue.given(queue.job(mine), queue.job(foreign));
    const ignores = ({ key }: JobKey) => key === foreign.key;
    const worker = start({ ignores });
    worker.notify(foreign);
    await worker.idle();
    expect(await queue.stored()).toMatchObject([{ id: left!.id, leases: 0 }]);
    expect(await workOff(queue.deps, handler({ ignores }))).toBe(false);
  });

  it("runs due jobs after a thousand ignored or unleased keys with workOff", async () => {
    const keys = times(1_006, () => queue.key()).sort((a, b) => (keyText(a) < keyText(b) ? -1 : 1));
    await queue.given(...keys.map((key) => queue.job(key)));
    const [ignored, last] = [new Set(keys.slice(0, 1_000).map(keyText)), keys[1_005]!];
    const ignores = (key: JobKey) => ignored.has(keyText(key));
    const leaseRequests = async (some: readonly JobKey[]) =>
      some.filter(({ key }) => key === last.key).map((key) => ({ ...key, weight: 1 }));
    expect(await workOff(queue.deps, handler({ ignores, leaseRequests }))).toBe(true);
    expect(await queue.stored()).toHaveLength(1_005);
    expect(await workOff(queue.deps, handler({ ignores, leaseRequests }))).toBe(false);
  });

  it("runs due jobs immediately with workOff", async () => {
    const key = queue.key();
    await queue.given(...times(7, () => queue.job(key)), queue.job(key, { dueAt: queue.clock.now() + 1 }));
    expect(await workOff(queue.deps, handler({ weight: 2 }))).toBe(true);
    expect(await queue.stored()).toHaveLength(1);
    expect(await workOff(queue.deps, handler())).toBe(false);
  });

  describe("of periodic jobs", () => {
    const counting = (name: string, everyMs: number, more: () => boolean = () => false) => {
      const job = { name, everyMs, runs: 0, run: async () => (job.runs++, more()) };
      return job;
    };

    it("runs each immediately and after each interval, in one process at a time", async () => {
      const [often, rarely] = [counting("often", SECOND), counting("rarely", MINUTE)];
      const jobs = [often, rarely];
      const pass = async () => {
        // Two processes.
        await Promise.all([0, 1].map(() => workOff(queue.deps, periodicHandler(queue.deps, jobs))));
        return [often.runs, rarely.runs];
      };
      await Promise.all([0, 1].map(() => schedulePeriodicJobs(queue.deps, jobs)));
      expect(await pass()).toEqual([1, 1]);
      expect(await pass()).toEqual([1, 1]);
      queue.clock.advance(SECOND);
      expect(await pass()).toEqual([2, 1]);
      queue.clock.advance(MINUTE);
      expect(await pass()).toEqual([3, 2]);
    });

    it("repeats a job while it reports more work, and postpones a failed one", async () => {
      let left = 3;
      const busy = counting("busy", HOUR, () => --left > 0);
      const broken = {
        ...counting("broken", SECOND),
        run: async () => {
          throw new Error("broken");
        },
      };
      await schedulePeriodicJobs(queue.deps, [busy, broken]);
      const worker = startWorker(queue.deps, periodicHandler(queue.deps, [busy, broken]));
      workers.push(worker);
      await worker.idle();
      expect(busy.runs).toBe(3);
      expect(
        (await queue.stored()).map((row) => row.due_at - queue.clock.now()).sort((a, b) => a - b),
      ).toEqual([SECOND, HOUR]);
    });

    it("skips periodic jobs of other builds", async () => {
      const mine = counting("mine", HOUR);
      await schedulePeriodicJobs(queue.deps, [mine, counting("of another build", HOUR)]);
      await workOff(queue.deps, periodicHandler(queue.deps, [mine]));
      expect(mine.runs).toBe(1);
      expect((await queue.stored()).map((row) => row.leases)).toEqual([0, 0]);
      const [other] = (await queue.stored()).filter((row) => row.due_at === queue.clock.now());
      expect(other).toMatchObject({ attempt: 0, lease: null });
    });
  });

  it("takes over the jobs of a crashed worker", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    await leaseJobs(queue.db, "submission", [{ ...key, weight: 1 }], {
      now: queue.clock.now(),
      leaseMs: MINUTE,
    });
    const leases: number[] = [];
    const worker = start({ run: async (jobs) => (leases.push(jobs[0]!.leases), void (await settle(jobs))) });
    await worker.idle();
    expect(leases).toEqual([]);
    queue.clock.advance(MINUTE);
    await worker.idle();
    expect(leases).toEqual([2]);
  });
});
