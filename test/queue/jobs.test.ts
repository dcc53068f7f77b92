import fc from "fast-check";
import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import { type JobKey, keyText, PARKED } from "../../src/queue/job";
import { enqueueJobs, resumeJobs, scheduleJob } from "../../src/queue/jobs.store";
import { leaseJobs, releaseJobs, settleJobs } from "../../src/queue/leases.store";
import { readyKeys } from "../../src/queue/ready-keys.store";
import {
  BACKLOG_COUNTED,
  backlogOf,
  boundJobs,
  endAllLeases,
  OLDEST_DUE_KEYS,
  oldestDueOf,
} from "../../src/queue/maintenance.store";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { idsOf, testQueue } from "../support/queue";

const LEASE = 30 * SECOND;

describe.each(databases)("the queue on %s", (database) => {
  const queue = testQueue(database);
  const options = () => ({ now: queue.clock.now(), leaseMs: LEASE });
  const ready = (after: JobKey | null = null, limit = 100) =>
    readyKeys(queue.db, "submission", queue.clock.now(), { after, limit });
  const sorted = (keys: readonly JobKey[]) => keys.map(keyText).sort();

  describe("keys with due jobs", () => {
    it("returns exactly the keys with due jobs, also page by page", async () => {
      const one = fc.record({
        of: fc.nat(7),
        priority: fc.constantFrom(-1, 0, 1, 2),
        wait: fc.integer({ min: -1, max: 1 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(one, { maxLength: 30 }), async (made) => {
          await queue.db("jobs").del();
          const [one, two] = [randomUUID(), randomUUID()];
          const keys = Array.from({ length: 8 }, (_, index) => queue.key(index % 2 ? one : two));
          const now = queue.clock.now();
          await queue.given(
            ...made.map(({ of, priority, wait }) => queue.job(keys[of]!, { priority, dueAt: now + wait })),
          );
          const due = made.filter(({ wait }) => wait <= 0).map(({ of }) => keyText(keys[of]!));
          const found = await ready();
          expect(found.map(keyText)).toEqual([...new Set(due)].sort());
          const pages: JobKey[] = [];
          for (let page = await ready(null, 2); page.length > 0; page = await ready(page.at(-1)!, 2))
            pages.push(...page);
          expect(pages).toEqual(found);
        }),
        { numRuns: 40 },
      );
    });

    it("excludes jobs of other kinds, parked jobs, and leased jobs until the lease expires", async () => {
      const [key, parked, other] = [queue.key(), queue.key(), queue.key()];
      await queue.given(
        queue.job(key),
        queue.job(parked, { dueAt: PARKED }),
        queue.job(other, { kind: "delivery" }),
      );
      await leaseJobs(queue.db, "submission", [{ ...key, weight: 1 }], options());
      expect(await ready()).toEqual([]);
      queue.clock.advance(LEASE);
      expect(await ready()).toEqual([key]);
    });
  });

  describe("a scheduled job", () => {
    const key = { accountId: randomUUID(), key: randomUUID() };
    const schedule = (dueAt: number, db: Knex = queue.db) =>
      db.transaction((trx) => scheduleJob(trx, { kind: "follow-up", ...key, dueAt }, queue.clock.now()));
    const lease = () => leaseJobs(queue.db, "follow-up", [{ ...key, weight: 1 }], options());
    const dueAt = async () => (await queue.stored()).map((row) => row.due_at);

    it("is created, moved to an earlier time, and never postponed", async () => {
      const now = queue.clock.now();
      await schedule(now + MINUTE);
      expect(await dueAt()).toEqual([now + MINUTE]);
      await schedule(now + HOUR);
      expect(await dueAt()).toEqual([now + MINUTE]);
      await schedule(now + SECOND);
      expect(await dueAt()).toEqual([now + SECOND]);
    });

    it("is created once by concurrent calls", async () => {
      const now = queue.clock.now();
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => schedule(now + ((index * 7) % 20) * SECOND)),
      );
      expect(await dueAt()).toEqual([now]);
    });

    it("runs again when it is scheduled while leased", async () => {
      const now = queue.clock.now();
      await schedule(now);
      const [job] = await lease();
      await schedule(now + HOUR);
      await schedule(now + MINUTE);
      await schedule(now + DAY);
      expect(await dueAt()).toEqual([now + LEASE]);
      expect(await settleJobs(queue.db, [job!])).toEqual(new Set([key.key]));
      expect(await dueAt()).toEqual([now + MINUTE]);
      queue.clock.advance(MINUTE);
      const [again] = await lease();
      expect(again).toMatchObject({ leases: 1, attempt: 0 });
      await settleJobs(queue.db, [again!]);
      expect(await queue.stored()).toEqual([]);
    });

    it("is released to the earlier time when it was scheduled while leased", async () => {
      const now = queue.clock.now();
      await schedule(now);
      const [job] = await lease();
      await schedule(now + MINUTE);
      await releaseJobs(queue.db, [{ job: job!, dueAt: now + HOUR }]);
      expect(await dueAt()).toEqual([now + MINUTE]);
    });

    it("runs after every transaction that scheduled it, in any order of commits", async () => {
      // A worker sees only committed facts, so each fact that is committed later must leave a job.
      await queue.db.raw("create table facts (id integer)");
      let seen = 0;
      const work = async () => {
        const [job] = await lease();
        if (!job) return;
        seen = Number(((await queue.db("facts").count({ n: "*" })) as { n: number }[])[0]?.n);
        await queue.db.transaction((trx) => settleJobs(trx, [job]));
      };
      const addFact = (id: number) =>
        queue.db.transaction(async (trx) => {
          await trx("facts").insert({ id });
          await scheduleJob(trx, { kind: "follow-up", ...key, dueAt: queue.clock.now() }, queue.clock.now());
          // Other transactions proceed while this one is not committed.
          for (let turn = 0; turn < id % 5; turn++) await trx.raw("select 1");
        });
      let isAdding = true;
      const worker = async () => {
        while (isAdding) {
          await work();
          queue.clock.advance(100);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      const workers = [worker(), worker()];
      for (let round = 0; round < 25; round++) {
        await Promise.all(Array.from({ length: 4 }, (_, index) => addFact(round * 4 + index)));
      }
      isAdding = false;
      await Promise.all(workers);
      queue.clock.advance(MINUTE);
      for (let left = 3; left > 0; left--) {
        await work();
        queue.clock.advance(MINUTE);
      }
      expect(seen).toBe(100);
      expect(await queue.stored()).toEqual([]);
      await queue.db.raw("drop table facts");
    });

    if (database === "PostgreSQL") {
      it("runs again when a transaction that scheduled it commits after the lease", async () => {
        const now = queue.clock.now();
        await schedule(now);
        const trx = await queue.db.transaction();
        await scheduleJob(trx, { kind: "follow-up", ...key, dueAt: now }, now);
        const [job] = await lease();
        await trx.commit();
        await settleJobs(queue.db, [job!]);
        const [again] = await queue.stored();
        expect(again!.due_at - now).toBeLessThanOrEqual(SECOND);
        queue.clock.advance(SECOND);
        expect(await lease()).toHaveLength(1);
      });

      it("is not locked by a call with a later due time", async () => {
        const now = queue.clock.now();
        await schedule(now);
        const [one, two] = [await queue.db.transaction(), await queue.db.transaction()];
        await scheduleJob(one, { kind: "follow-up", ...key, dueAt: now + 1 }, now);
        await scheduleJob(two, { kind: "follow-up", ...key, dueAt: now + 1 }, now);
        expect(await lease()).toHaveLength(1);
        await Promise.all([one.commit(), two.commit()]);
      });
    }
  });

  it("parks jobs until their tag is resumed", async () => {
    const [key, other] = [queue.key(), queue.key()];
    const [tag, foreign] = [randomUUID(), randomUUID()];
    const [first] = await queue.given(queue.job(key, { tag }));
    const [job] = await leaseJobs(queue.db, "submission", [{ ...key, weight: 1 }], options());
    await releaseJobs(queue.db, [{ job: job!, dueAt: PARKED, counted: "not-begun" }]);
    const [second] = await queue.given(queue.job({ ...key, key: other.key }, { tag, dueAt: PARKED }));
    await queue.given(
      queue.job(key, { tag: foreign, dueAt: PARKED }),
      queue.job(key, { dueAt: PARKED }),
      queue.job(other, { tag, dueAt: PARKED }),
      queue.job(key, { tag, dueAt: queue.clock.now() + HOUR }),
    );
    queue.clock.advance(365 * DAY);
    await queue
      .db("jobs")
      .where({ due_at: queue.clock.now() - 365 * DAY + HOUR })
      .del();
    expect(await ready()).toEqual([]);
    await resumeJobs(queue.db, key.accountId, tag, queue.clock.now());
    const keys = await ready();
    expect(sorted(keys)).toEqual(sorted([key, { ...key, key: other.key }]));
    const leased = await leaseJobs(
      queue.db,
      "submission",
      keys.map((one) => ({ ...one, weight: 9 })),
      options(),
    );
    expect(idsOf(leased).sort()).toEqual([first!.id, second!.id].sort());
    expect(leased.map(({ leases }) => leases)).toEqual([1, 1]);
  });

  it("enqueues jobs in the caller's transaction", async () => {
    const key = queue.key();
    const failing = queue.db.transaction(async (trx) => {
      await enqueueJobs(trx, [queue.job(key)]);
      throw new Error("no room");
    });
    await expect(failing).rejects.toThrow("no room");
    expect(await ready()).toEqual([]);
    await queue.db.transaction((trx) =>
      enqueueJobs(
        trx,
        Array.from({ length: 5_000 }, () => queue.job(key)),
      ),
    );
    expect(await ready()).toEqual([key]);
  });

  it("ends all leases of an earlier process", async () => {
    const key = queue.key();
    await queue.given(queue.job(key), queue.job(key, { dueAt: queue.clock.now() + HOUR }));
    await leaseJobs(queue.db, "submission", [{ ...key, weight: 9 }], options());
    await endAllLeases(queue.db, queue.clock.now());
    expect(await leaseJobs(queue.db, "submission", [{ ...key, weight: 9 }], options())).toMatchObject([
      { leases: 2 },
    ]);
  });

  it("keeps the leases of privacy jobs, which a command may hold", async () => {
    const key = queue.key();
    await queue.given(queue.job(key, { kind: "privacy" }));
    const request = [{ ...key, weight: 1 }];
    expect(await leaseJobs(queue.db, "privacy", request, options())).toHaveLength(1);
    await endAllLeases(queue.db, queue.clock.now());
    expect(await leaseJobs(queue.db, "privacy", request, options())).toEqual([]);
  });

  it("corrects only jobs that a clock ahead has postponed", async () => {
    const now = queue.clock.now();
    const bound = async () => {
      const longest = { pause: HOUR, lease: LEASE };
      const submissions = await boundJobs(queue.db, "submission", longest, now);
      return submissions + (await boundJobs(queue.db, "delivery", longest, now));
    };
    const [key, held] = [queue.key(), queue.key()];
    const [far, near, parked] = await queue.given(
      queue.job(key, { dueAt: now + DAY, createdAt: now + DAY }),
      queue.job(key, { dueAt: now + HOUR, priority: 1 }),
      queue.job(key, { dueAt: PARKED }),
      queue.job(held, { kind: "delivery" }),
    );
    const ahead = { now: now + 2 * HOUR, leaseMs: LEASE };
    await leaseJobs(queue.db, "delivery", [{ ...held, weight: 1 }], ahead);
    expect(await bound()).toBe(2);
    const due = new Map((await queue.stored()).map((row) => [row.id, row.due_at]));
    expect([far, near, parked].map((job) => due.get(job!.id))).toEqual([now, now + HOUR, PARKED]);
    expect(await bound()).toBe(0);
    expect(await leaseJobs(queue.db, "submission", [{ ...key, weight: 9 }], options())).toMatchObject([
      { id: far!.id, createdAt: now },
    ]);
    queue.clock.advance(LEASE);
    expect(await leaseJobs(queue.db, "delivery", [{ ...held, weight: 1 }], options())).toHaveLength(1);
  });

  it("counts due jobs up to a limit", async () => {
    const key = queue.key();
    await queue.given(
      ...Array.from({ length: 3 }, () => queue.job(key)),
      queue.job(key, { dueAt: queue.clock.now() + HOUR }),
      queue.job(key, { dueAt: PARKED }),
      queue.job(key, { kind: "delivery" }),
    );
    expect(await backlogOf(queue.db, "submission", queue.clock.now())).toBe(3);
    expect(await backlogOf(queue.db, "import", queue.clock.now())).toBe(0);
    await queue.given(...Array.from({ length: 2 * BACKLOG_COUNTED }, () => queue.job(key)));
    expect(await backlogOf(queue.db, "submission", queue.clock.now())).toBe(BACKLOG_COUNTED);
  });

  it("counts due jobs behind more jobs that are not due yet", async () => {
    const [first = "", last = ""] = [randomUUID(), randomUUID()].sort();
    const later = queue.key(first);
    await queue.given(
      ...Array.from({ length: BACKLOG_COUNTED }, () =>
        queue.job(later, { dueAt: queue.clock.now() + HOUR, priority: 0 }),
      ),
      queue.job(queue.key(first)),
      queue.job(queue.key(last), { priority: -1 }),
      queue.job(queue.key(last), { priority: 2 }),
    );
    expect(await backlogOf(queue.db, "submission", queue.clock.now())).toBe(3);
  });

  it("returns when the oldest waiting job of a kind became due", async () => {
    const now = queue.clock.now();
    const oldest = () => oldestDueOf(queue.db, "submission", queue.clock.now());
    const [key, other] = [queue.key(), queue.key()];
    expect(await oldest()).toBeNull();
    await queue.given(
      queue.job(key, { dueAt: now + SECOND }),
      queue.job(key, { dueAt: PARKED }),
      queue.job(key, { dueAt: now - HOUR, kind: "delivery" }),
    );
    expect(await oldest()).toBeNull();
    await queue.given(
      queue.job(key, { dueAt: now - SECOND }),
      queue.job(other, { dueAt: now - MINUTE, priority: 1 }),
      queue.job(other, { dueAt: now }),
    );
    expect(await oldest()).toBe(now - MINUTE);
    await leaseJobs(queue.db, "submission", [{ ...other, weight: 2 }], options());
    expect(await oldest()).toBe(now - SECOND);
    queue.clock.advance(HOUR);
    // An expired lease is work that waits, from the end of the lease on.
    await queue.db("jobs").where({ account_id: key.accountId }).delete();
    expect(await oldest()).toBe(now + LEASE);
  });

  it("searches a limited number of keys for the oldest job", async () => {
    const now = queue.clock.now();
    const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    await queue.given(queue.job({ accountId: last, key: last }, { dueAt: now - DAY }));
    const others = Array.from({ length: OLDEST_DUE_KEYS }, () => queue.job(queue.key(), { dueAt: now }));
    await queue.given(...others.slice(1));
    expect(await oldestDueOf(queue.db, "submission", now)).toBe(now - DAY);
    await queue.given(...others.slice(0, 1));
    expect(await oldestDueOf(queue.db, "submission", now)).toBe(now);
  });
});
