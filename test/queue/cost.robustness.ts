import { PARKED } from "../../src/queue/job";
import { leaseJobs, settleJobs } from "../../src/queue/leases.store";
import { readyKeys } from "../../src/queue/ready-keys.store";
import { HOUR, SECOND } from "../../src/platform/time";
import { databases } from "../support/databases";
import { testQueue } from "../support/queue";
import { times } from "../support/times";

describe.each(databases)("the cost of queue statements on %s", (database) => {
  const queue = testQueue(database);
  const givenJobs = (count: number, job: (index: number) => ReturnType<typeof queue.job>) =>
    queue.given(...times(count, job));

  it("settles jobs quickly although the statistics describe an almost empty table", async () => {
    const [few, many] = [queue.key(), queue.key()];
    await givenJobs(20, () => queue.job(few));
    await queue.db.raw("analyze");
    await givenJobs(20_000, () => queue.job(many));
    const lease = { now: queue.clock.now(), leaseMs: 30 * SECOND };
    const jobs = await leaseJobs(queue.db, "submission", [{ ...many, weight: 200 }], lease);
    const began = performance.now();
    expect((await settleJobs(queue.db, jobs)).size).toBe(200);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("finds ready keys at a cost for each key and none for each job", async () => {
    const later = () => ({ dueAt: queue.clock.now() + HOUR });
    const keys = times(2_000, () => queue.key());
    const due = queue.key();
    await queue.given(...keys.map((key, index) => queue.job(key, index % 2 ? { dueAt: PARKED } : later())));
    await queue.given(queue.job(due));
    const quickest = async () => {
      const durations: number[] = [];
      for (let run = 0; run < 5; run++) {
        const began = performance.now();
        expect(await readyKeys(queue.db, "submission", queue.clock.now(), { limit: 100 })).toEqual([due]);
        durations.push(performance.now() - began);
      }
      return Math.min(...durations);
    };
    const alone = await quickest();
    // One key with more jobs than all other keys together, and one with as many due jobs.
    await givenJobs(6_000, () => queue.job(keys[0]!, later()));
    await givenJobs(6_000, () => queue.job(due));
    expect(await quickest()).toBeLessThan(3 * alone + 50);
  });
});
