import { MINUTE, SECOND, toExactTimestamp, toTimestamp } from "../../src/platform/time";
import { enqueueJobs } from "../../src/queue/jobs.store";
import { leaseJobs } from "../../src/queue/leases.store";
import { PARKED } from "../../src/queue/job";
import { testClock } from "../support/clock";
import { databases, testDatabase } from "../support/databases";
import { runInProcess } from "../support/in-process-command";
import { testQueue } from "../support/queue";

describe.each(databases)("the queue commands on %s", (kind) => {
  const queue = testQueue(kind);
  const database = testDatabase(kind, { each: true });
  let clock = testClock();
  beforeEach(() => {
    clock = testClock();
  });

  const run = (...args: string[]) => runInProcess(["queue", ...args], { database, clock });
  const json = async (...args: string[]) => {
    const { exitCode, out, err } = await run(...args, "--json");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    return JSON.parse(out) as Record<string, unknown> & { kinds: { kind: string }[] };
  };

  it("names the command that ends the hold as other messages name commands", async () => {
    expect((await run("hold")).out).toContain('"npm run recado -- queue release" ends the hold');
  });

  it("holds and releases once, and says so when repeated", async () => {
    const since = toTimestamp(clock.now());
    expect(await json("hold")).toMatchObject({ held: true, held_since: since, changed: true });
    clock.advance(MINUTE);
    expect(await json("hold")).toMatchObject({ held: true, held_since: since, changed: false });
    expect(await json("status")).toMatchObject({ held: true, held_since: since });
    expect(await json("release")).toMatchObject({ held: false, held_since: null, changed: true });
    expect(await json("release")).toMatchObject({ held: false, changed: false });
    expect((await run("status")).out).toMatch(/^The queue is not held\n\nKIND +DUE .*\nsubmission +0 +- +0/);
  });

  it("narrows the hold to older work, and then ends that work", async () => {
    await json("hold");
    const created = toExactTimestamp(clock.now());
    clock.advance(MINUTE);
    const narrowed = { held: true, held_created_up_to: created };
    expect(await json("release", "--created-after", created)).toMatchObject({ ...narrowed, changed: true });
    expect(await json("release", "--created-after", created)).toMatchObject({ ...narrowed, changed: false });
    expect((await run("status")).out).toContain(
      `for work created up to ${toTimestamp(Date.parse(created))}\n`,
    );
    expect(await json("release", "--expire")).toMatchObject({
      held: false,
      ended_created_up_to: created,
      changed: true,
    });
  });

  it("mentions ended work while jobs of it exist", async () => {
    const { db } = database;
    const [endedAt, key] = [clock.now(), queue.key()];
    const ended = [1, 2].map(() => queue.job(key, { dueAt: endedAt, createdAt: endedAt }));
    await enqueueJobs(db, ended);
    await json("hold");
    const { out } = await run("release", "--expire");
    expect(out).toBe(
      `Released. The queue is not held\nThe workers end the work created up to ${toTimestamp(endedAt)} instead of running it\n`,
    );
    clock.advance(MINUTE);
    await enqueueJobs(db, [queue.job(key, { dueAt: clock.now(), createdAt: clock.now() })]);
    const line = (jobs: string) =>
      `"npm run recado -- queue release --expire" ended ${jobs} created up to ${toTimestamp(endedAt)}: the workers settle them without running them\n`;
    expect((await run("status")).out).toContain(`The queue is not held\n${line("2 jobs")}\nKIND`);
    await db("jobs").where({ id: ended[0]?.id }).del();
    expect((await run("status")).out).toContain(line("1 job"));
    await db("jobs").where({ id: ended[1]?.id }).del();
    expect((await run("status")).out).toMatch(/^The queue is not held\n\nKIND/);
    await json("hold");
    expect((await run("release")).out).toBe("Released. The queue is not held\n");
    expect(await json("status")).toMatchObject({ ended_created_up_to: toExactTimestamp(endedAt) });
  });

  it("refuses an instant in the future or without a time, and changes nothing", async () => {
    await json("hold");
    const future = await run("release", "--created-after", toExactTimestamp(clock.now() + SECOND));
    expect(future).toMatchObject({ exitCode: 2, err: "error: --created-after must not be in the future\n" });
    expect(await run("release", "--created-after", "2030-01-31")).toMatchObject({ exitCode: 2 });
    expect(await json("status")).toMatchObject({ held: true });
  });

  it("shows its status while another process writes", async () => {
    const write = await database.db.transaction();
    try {
      expect(await json("status")).toMatchObject({ held: false });
    } finally {
      await write.rollback();
    }
  });

  it("counts due, leased, later, parked and held jobs by kind", async () => {
    const { db } = database;
    const now = clock.now();
    const key = queue.key();
    const at = (dueAt: number) => queue.job(key, { dueAt, createdAt: now });
    await enqueueJobs(db, [at(now - MINUTE), at(now - SECOND), at(now), at(now + MINUTE), at(PARKED)]);
    await leaseJobs(db, "submission", [{ ...key, weight: 1 }], { now, leaseMs: MINUTE });
    const submissions = { kind: "submission", due: 2, oldest_due_seconds: 1, leased: 1, later: 1, parked: 1 };
    expect((await json("status")).kinds).toContainEqual({ ...submissions, held: 0 });
    await json("hold");
    expect((await json("status")).kinds).toContainEqual({ ...submissions, held: 4 });
  });
});
