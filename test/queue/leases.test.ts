import fc from "fast-check";
import { type Job, type JobKey, PARKED } from "../../src/queue/job";
import { enqueueJobs } from "../../src/queue/jobs.store";
import { commitEnded, renewLeases, leaseJobs, releaseJobs, settleJobs } from "../../src/queue/leases.store";
import { dueOf } from "../../src/queue/ready-keys.store";
import { insertStatement } from "../../src/platform/db/bulk";
import { rawRows, typedBind } from "../../src/platform/db/dialect";
import { HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { idsOf, testQueue } from "../support/queue";

const LEASE = 30 * SECOND;

describe.each(databases)("leases of jobs on %s", (database) => {
  const queue = testQueue(database);
  const lease = (key: JobKey, weight = 1, max?: number) =>
    leaseJobs(queue.db, "submission", [{ ...key, weight }], {
      now: queue.clock.now(),
      leaseMs: LEASE,
      maxPerKey: max,
    });
  const leaseOne = async (key: JobKey) => {
    const [job] = await lease(key);
    if (!job) throw new Error("nothing was leased");
    return job;
  };

  it("gives each job to one of several concurrent workers", async () => {
    const key = queue.key();
    await queue.given(...Array.from({ length: 40 }, () => queue.job(key)));
    const leased = (await Promise.all(Array.from({ length: 12 }, () => lease(key, 5)))).flat();
    expect(new Set(idsOf(leased)).size).toBe(leased.length);
    for (let more = await lease(key, 5); more.length > 0; more = await lease(key, 5)) leased.push(...more);
    expect(new Set(idsOf(leased)).size).toBe(40);
    expect(leased).toHaveLength(40);
  });

  it("returns the queued job with a lease that expires after leaseMs", async () => {
    const key = queue.key();
    const tag = queue.key().key;
    const [job] = await queue.given(
      queue.job(key, { tag, attempt: 2, weight: 7, priority: 1, payload: { ids: ["a", 'b"\\'] } }),
    );
    const now = queue.clock.now();
    expect(await lease(key)).toEqual([
      {
        ...job,
        notBefore: null,
        readyAt: job?.dueAt,
        lease: expect.any(String),
        leases: 1,
        dueAt: now + LEASE,
      },
    ]);
  });

  it("skips held jobs by the index of due times", async () => {
    const key = queue.key();
    const createdAfter = queue.clock.now();
    const [, later] = await queue.given(
      queue.job(key),
      queue.job(key, { createdAt: createdAfter + 1, dueAt: createdAfter }),
    );
    const options = { now: queue.clock.now(), leaseMs: LEASE, createdAfter };
    expect(idsOf(await leaseJobs(queue.db, "submission", [{ ...key, weight: 9 }], options))).toEqual([
      later?.id,
    ]);
    const [range] = dueOf("k", "submission", "99", { createdAfter });
    const uuid = typedBind(queue.db, "uuid");
    const query = `with k as (select ${uuid} as account_id, ${uuid} as key)
      select (select 1 from jobs t where ${range?.where} limit 1) as found from k`;
    const isPostgres = database === "PostgreSQL";
    const trx = await queue.db.transaction();
    // The planner prefers any index to none, so only this index remains for the plan.
    if (isPostgres) {
      await trx.raw("set local enable_seqscan = off");
      await trx.raw("alter table jobs drop constraint jobs_pkey");
    }
    const explain = isPostgres ? "explain" : "explain query plan";
    const plan = JSON.stringify(await rawRows(trx, `${explain} ${query}`, [key.accountId, key.key]));
    await trx.rollback();
    expect(plan).toMatch(isPostgres ? /Index Cond: [^"]*due_at > / : /due_at>\? AND due_at<\?/);
  });

  it("leases jobs in the order of priority, due time and id until the weight is reached", async () => {
    const one = fc.record({
      priority: fc.constantFrom(-1, 0, 1, 2),
      wait: fc.integer({ min: -3, max: 2 }),
      weight: fc.integer({ min: 1, max: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(one, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 15 }),
        async (groups, weight) => {
          await queue.db("jobs").del();
          const now = queue.clock.now();
          const keys = groups.map(() => queue.key());
          const jobs = groups.map((group, index) =>
            group.map(({ priority, wait, weight }) =>
              queue.job(keys[index]!, { priority, weight, dueAt: now + wait * SECOND }),
            ),
          );
          await queue.given(...jobs.flat());
          const requests = keys.map((key) => ({ ...key, weight }));
          const leased = await leaseJobs(queue.db, "submission", requests, { now, leaseMs: LEASE });
          for (const [index, key] of keys.entries()) {
            const expected: Job[] = [];
            const due = jobs[index]!.filter(({ dueAt }) => dueAt <= now).sort(
              (a, b) => a.priority - b.priority || a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1),
            );
            for (let sum = 0, at = 0; sum < weight && at < due.length; at++) {
              expected.push(due[at]!);
              sum += due[at]!.weight;
            }
            expect(idsOf(leased.filter((job) => job.key === key.key))).toEqual(idsOf(expected));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("leases at most the requested number of jobs", async () => {
    const key = queue.key();
    await queue.given(...Array.from({ length: 5 }, () => queue.job(key)));
    expect(await lease(key, 100, 3)).toHaveLength(3);
  });

  it("skips jobs that are due later, parked, or of another kind or key", async () => {
    const [key, other] = [queue.key(), queue.key()];
    await queue.given(
      queue.job(key, { dueAt: queue.clock.now() + 1 }),
      queue.job(key, { dueAt: PARKED }),
      queue.job(key, { kind: "delivery" }),
      queue.job(other),
      queue.job({ ...key, accountId: other.accountId }),
    );
    expect(await lease(key, 10)).toEqual([]);
    queue.clock.advance(1);
    expect(await lease(key, 10)).toHaveLength(1);
  });

  it("gives an expired lease to another holder, with a count of the crash", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const crashed = await leaseOne(key);
    queue.clock.advance(LEASE - 1);
    expect(await lease(key)).toEqual([]);
    queue.clock.advance(1);
    const next = await leaseOne(key);
    expect(next).toMatchObject({ id: crashed.id, leases: 2 });
    expect(next.lease).not.toBe(crashed.lease);
    // The former holder can no longer renew, settle or release the job.
    expect(await renewLeases(queue.db, [crashed], PARKED)).toEqual(new Set());
    expect(await settleJobs(queue.db, [crashed])).toEqual(new Set());
    expect(await releaseJobs(queue.db, [{ job: crashed, dueAt: 0 }])).toEqual(new Set());
    expect(await settleJobs(queue.db, [next])).toEqual(new Set([next.id]));
    expect(await queue.stored()).toEqual([]);
  });

  it("lasts as long as it is renewed", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const job = await leaseOne(key);
    for (let renewal = 0; renewal < 5; renewal++) {
      queue.clock.advance(LEASE - 1);
      expect(await renewLeases(queue.db, [job], queue.clock.now() + LEASE)).toEqual(new Set([job.id]));
      expect(await lease(key)).toEqual([]);
    }
    queue.clock.advance(LEASE);
    expect(await lease(key)).toHaveLength(1);
    expect(await renewLeases(queue.db, [job], PARKED)).toEqual(new Set());
  });

  it("reports which jobs of a batch are still leased", async () => {
    const key = queue.key();
    await queue.given(...Array.from({ length: 4 }, () => queue.job(key)));
    const jobs = await lease(key, 4);
    await releaseJobs(queue.db, [{ job: jobs[2]!, dueAt: queue.clock.now() }]);
    const rest = new Set(idsOf(jobs.filter((_, index) => index !== 2)));
    expect(await renewLeases(queue.db, jobs, queue.clock.now() + HOUR)).toEqual(rest);
    expect(await settleJobs(queue.db, jobs)).toEqual(rest);
    expect(idsOf(await queue.stored())).toEqual([jobs[2]!.id]);
  });

  it("settles a job and enqueues the next in one transaction, or does neither", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const job = await leaseOne(key);
    const next = queue.job(key, { dueAt: queue.clock.now() + MINUTE });
    const failing = queue.db.transaction(async (trx) => {
      await settleJobs(trx, [job]);
      await enqueueJobs(trx, [next]);
      throw new Error("no room");
    });
    await expect(failing).rejects.toThrow("no room");
    expect(idsOf(await queue.stored())).toEqual([job.id]);
    await queue.db.transaction(async (trx) => {
      expect(await settleJobs(trx, [job])).toEqual(new Set([job.id]));
      await enqueueJobs(trx, [next]);
    });
    expect(idsOf(await queue.stored())).toEqual([next.id]);
  });

  describe("of jobs that end with the writes of their results", () => {
    const results = (ids: readonly string[]) => [
      insertStatement(
        queue.db,
        "service_facts",
        { name: "text", value: "text" },
        ids.map((id) => ({ name: id, value: "written" })),
      ),
    ];
    const written = async (ids: readonly string[]) =>
      (await queue.db("service_facts").whereIn("name", ids)).length;

    it("deletes the jobs and writes the results together", async () => {
      const key = queue.key();
      const given = await queue.given(queue.job(key), queue.job(key));
      const statements: string[] = [];
      const jobs = await lease(key, 2);
      const note = ({ sql }: { sql: string }) => void statements.push(sql);
      queue.db.on("query", note);
      expect(await commitEnded(queue.db, jobs, results(idsOf(given)))).toBe(true);
      queue.db.off("query", note);
      if (database === "PostgreSQL") expect(statements).toHaveLength(1);
      expect(await written(idsOf(given))).toBe(2);
      expect(await queue.stored()).toEqual([]);
    });

    it("writes nothing if one of the leases was lost", async () => {
      const key = queue.key();
      const given = await queue.given(queue.job(key), queue.job(key));
      const jobs = await lease(key, 2);
      queue.clock.advance(LEASE);
      await lease(key, 1);
      expect(await commitEnded(queue.db, jobs, results(idsOf(given)))).toBe(false);
      expect(await written(idsOf(given))).toBe(0);
      expect(await queue.stored()).toHaveLength(2);
    });

    it("writes nothing if one of the jobs was rescheduled during its lease", async () => {
      const key = queue.key();
      const given = await queue.given(queue.job(key), queue.job(key));
      const jobs = await lease(key, 2);
      const [first] = given as [Job];
      await queue.db("jobs").where({ id: first.id }).update({ again_at: queue.clock.now() });
      expect(await commitEnded(queue.db, jobs, results(idsOf(given)))).toBe(false);
      expect(await written(idsOf(given))).toBe(0);
      expect(await queue.stored()).toHaveLength(2);
    });
  });

  it("releases a job with changes and a new due time", async () => {
    const key = queue.key();
    await queue.given(queue.job(key, { payload: { left: 3 }, weight: 3 }));
    const job = await leaseOne(key);
    const dueAt = queue.clock.now() + MINUTE;
    await releaseJobs(queue.db, [{ job, dueAt, attempt: 1, payload: { left: 1 }, weight: 1 }]);
    expect(await lease(key)).toEqual([]);
    queue.clock.advance(MINUTE);
    expect(await lease(key)).toMatchObject([{ attempt: 1, payload: { left: 1 }, weight: 1, leases: 1 }]);
  });

  it("does not shorten a lease by a renewal with an earlier end", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const job = await leaseOne(key);
    expect(await renewLeases(queue.db, [job], queue.clock.now() + LEASE - SECOND)).toEqual(new Set([job.id]));
    expect(await queue.stored()).toMatchObject([{ due_at: queue.clock.now() + LEASE }]);
  });

  it("counts leases that did not end in order", async () => {
    const key = queue.key();
    await queue.given(queue.job(key));
    const again = async (counted?: "in-order" | "not-begun" | "in-doubt") => {
      const job = await leaseOne(key);
      await releaseJobs(queue.db, [{ job, dueAt: queue.clock.now(), counted }]);
      return job.leases;
    };
    expect(await again("in-doubt")).toBe(1);
    expect(await again("not-begun")).toBe(2);
    expect(await again("not-begun")).toBe(2);
    expect(await again("in-doubt")).toBe(2);
    expect(await again()).toBe(3);
    expect(await again()).toBe(1);
  });

  it("takes one statement each to renew, release and settle 1,000 jobs", async () => {
    const key = queue.key();
    await queue.given(...Array.from({ length: 1_000 }, () => queue.job(key)));
    const jobs = await lease(key, 1_000);
    expect(jobs).toHaveLength(1_000);
    let statements = 0;
    const count = () => void statements++;
    queue.db.on("query", count);
    expect((await renewLeases(queue.db, jobs, queue.clock.now() + HOUR)).size).toBe(1_000);
    await releaseJobs(
      queue.db,
      jobs.slice(500).map((job) => ({ job, dueAt: queue.clock.now() })),
    );
    expect((await settleJobs(queue.db, jobs.slice(0, 500))).size).toBe(500);
    queue.db.off("query", count);
    expect(statements).toBe(3);
    expect(await queue.stored()).toHaveLength(500);
  });
});
