import type { Knex } from "knex";
import { type Flush, whenDurable } from "../../src/platform/db/durability";
import { writeRefusal } from "../../src/platform/db/write-probe";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { cutPowerWhileSending } from "../support/power-cut";
import { until } from "../support/until";

/** A disk that, while held, flushes only when the test finishes the flush. */
class HeldDisk {
  private waiting: { resolve(): void; reject(error: Error): void }[] = [];
  flushes = 0;
  isHeld = false;

  readonly flush: Flush = () => {
    this.flushes += 1;
    return this.isHeld
      ? new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
      : Promise.resolve();
  };

  get isFlushing(): boolean {
    return this.waiting.length > 0;
  }

  finish(): void {
    for (const { resolve } of this.waiting.splice(0)) resolve();
  }

  fail(): void {
    for (const { reject } of this.waiting.splice(0)) reject(new Error("EIO: i/o error, fdatasync"));
  }
}

describe("a commit on SQLite", () => {
  let database: OpenTestDatabase;
  let db: Knex;
  let disk: HeldDisk;

  beforeEach(async () => {
    disk = new HeldDisk();
    database = await openTestDatabase("SQLite", { migrated: false, flush: disk.flush });
    db = database.db;
    await db.raw("create table notes (id integer primary key, text text)");
    disk.isHeld = true;
    disk.flushes = 0;
  });
  afterEach(async () => {
    disk.isHeld = false;
    disk.finish();
    await database.close();
  });

  const insert = (on: Knex, text: string) => on("notes").insert({ text });
  const insertInTransaction = (text: string) => db.transaction((trx) => insert(trx, text));

  /** Records how the work ended. */
  function watched(work: PromiseLike<unknown>) {
    const state = { outcome: "pending" };
    const ended = Promise.resolve(work).then(
      () => (state.outcome = "resolved"),
      (error: { code?: string }) => (state.outcome = `rejected: ${error.code}`),
    );
    return { state, ended };
  }

  const count = async () => Number((await db("notes").count({ n: "*" }).first<{ n: number }>()).n);

  const flushing = () => until("the log is being flushed", 5, async () => disk.isFlushing, 1);

  it.each([
    ["a transaction", () => insertInTransaction("a")],
    ["a single statement", () => insert(db, "a")],
    ["a statement that returns rows", () => insert(db, "a").returning("id")],
  ])("waits until the log is flushed: %s", async (_, write) => {
    const { state, ended } = watched(write());
    await flushing();
    expect(await count()).toBe(1);
    expect(state.outcome).toBe("pending");
    disk.finish();
    await ended;
    expect(state.outcome).toBe("resolved");
  });

  it("shares a flush with every commit that preceded the flush", async () => {
    const first = watched(insertInTransaction("a"));
    await flushing();
    const others = ["b", "c", "d"].map((text) => watched(insertInTransaction(text)));
    await until("all are committed", 5, async () => (await count()) === 4, 1);
    expect(disk.flushes).toBe(1);
    disk.finish();
    await first.ended;
    // The finished flush does not cover commits made while it was running.
    expect(others.map(({ state }) => state.outcome)).toEqual(["pending", "pending", "pending"]);
    await flushing();
    disk.finish();
    await Promise.all(others.map(({ ended }) => ended));
    expect(disk.flushes).toBe(2);
  });

  it("delays no reader, except one that waits for the commits that it sees", async () => {
    const written = watched(insertInTransaction("a"));
    await flushing();
    expect(await count()).toBe(1);
    const read = watched(whenDurable(db));
    await count();
    expect(read.state.outcome).toBe("pending");
    disk.finish();
    await Promise.all([written.ended, read.ended]);
  });

  it("fails with every later commit after a failed flush, until a checkpoint succeeds", async () => {
    const failed = ["a", "b"].map((text) => watched(insertInTransaction(text)));
    const haveFailed = async () => {
      await count();
      disk.fail();
      return failed.every(({ state }) => state.outcome !== "pending");
    };
    await until("both are refused", 5, haveFailed, 1);
    expect(failed.map(({ state }) => state.outcome)).toContain("rejected: SQLITE_IOERR_FSYNC");
    const before = disk.flushes;
    await insertInTransaction("c");
    // A checkpoint made the commit durable: a flush that succeeds after a failed one proves nothing.
    expect(disk.flushes).toBe(before);
    expect(await count()).toBe(3);
    disk.isHeld = false;
    await insertInTransaction("d");
    expect(disk.flushes).toBe(before + 1);
    await expect(writeRefusal(db)).resolves.toMatch("the log could not be flushed");
  });
});

it("keeps every acknowledged send whole after a power cut at any of 20 or more moments", async () => {
  const { moments, acknowledged, unflushed, faults } = await cutPowerWhileSending(20);
  expect(faults).toEqual([]);
  expect(moments).toBeGreaterThanOrEqual(20);
  expect(acknowledged).toBeGreaterThan(10);
  expect(unflushed).toBeGreaterThan(0);
});
