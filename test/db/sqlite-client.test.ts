import type { Knex } from "knex";
import { whenUnlocked } from "../../src/platform/db/lock-wait";
import { migrate } from "../../src/platform/db/migrate";
import { poolUse } from "../../src/platform/db/pool";
import { openForTest, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { until } from "../support/until";

interface Row {
  id: number;
  text: string;
}

describe("locks and transactions on SQLite", () => {
  let database: OpenTestDatabase;
  let db: Knex;
  let other: Knex;

  beforeEach(async () => {
    database = await openTestDatabase("SQLite", { migrated: false });
    db = database.db;
    await db.raw("create table notes (id integer primary key, text text)");
    other = openForTest({ url: null, sqliteFile: `${database.dataDir}/recado.sqlite`, poolSize: 1 });
  });
  afterEach(async () => {
    await other.destroy();
    await database.close();
  });

  const texts = async () => (await db<Row>("notes").orderBy("id")).map(({ text }) => text);
  const insert = (on: Knex, text: string) => on("notes").insert({ text });

  it("fails writes after waiting five seconds for a lock, without blocking the event loop", async () => {
    // With a busy timeout, SQLite itself would wait and block the process.
    expect(await db.raw("pragma busy_timeout")).toEqual([{ timeout: 0 }]);
    const lock = await other.transaction();
    let ran = false;
    // Each reading of the clock advances it.
    const stepMs = 250;
    let now = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => (now += stepMs));
    const outcomes = await Promise.allSettled([
      insert(db, "statement"),
      db.transaction(async (trx) => {
        ran = true;
        await insert(trx, "transaction");
      }),
      // Readers do not wait, although there is one connection.
      texts(),
    ]);
    clock.mockRestore();
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(outcomes[0]).toMatchObject({ reason: { code: "SQLITE_BUSY" } });
    expect(outcomes[1]).toMatchObject({ reason: { code: "SQLITE_BUSY" } });
    expect(ran).toBe(false);
    expect(now).toBeGreaterThanOrEqual(5_000);

    await lock.rollback();
    await db.transaction((trx) => insert(trx, "later"));
    expect(await texts()).toEqual(["later"]);
  });

  it("attempts a write at least ten times, even if the process was suspended for longer than its wait", async () => {
    let attempts = 0;
    let now = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => (now += 10_000));
    const busy = Object.assign(new Error("locked"), { code: "SQLITE_BUSY" });
    const write = whenUnlocked(async () => {
      attempts += 1;
      throw busy;
    });
    const outcome = await write.catch((error: unknown) => error);
    clock.mockRestore();
    expect(outcome).toBe(busy);
    expect(attempts).toBe(10);
  });

  it("waits fifteen minutes for the migrations of another process, and then fails", async () => {
    const lock = await other.transaction();
    const minute = 60_000;
    let now = 0;
    const clock = jest.spyOn(performance, "now").mockImplementation(() => (now += minute));
    const outcome = await migrate(db).catch((error: unknown) => error);
    clock.mockRestore();
    await lock.rollback();
    expect(outcome).toMatchObject({ code: "SQLITE_BUSY" });
    expect(now / minute).toBeGreaterThan(15);
    expect(now / minute).toBeLessThan(25);
  }, 20_000);

  it("writes as soon as another connection releases the lock", async () => {
    const lock = await other.transaction();
    const waiting = Promise.all([insert(db, "a"), db.transaction((trx) => insert(trx, "b"))]);
    await texts();
    await insert(lock, "first");
    await lock.commit();
    await waiting;
    const [first, ...rest] = await texts();
    expect([first, rest.sort()]).toEqual(["first", ["a", "b"]]);
  });

  it.each([
    ["a builder", (on: Knex) => insert(on, "kept")],
    ["raw SQL", (on: Knex) => on.raw("insert into notes (text) values ('kept')")],
  ])("keeps %s that waits for the lock out of a transaction that begins first", async (_, write) => {
    const lock = await other.transaction();
    let isStored = false;
    const failed = new Promise((resolve) => db.once("query-error", resolve));
    const written = Promise.resolve(write(db)).then(() => (isStored = true));
    await failed;
    await lock.rollback();
    const rolledBack = db.transaction(async (trx) => {
      await insert(trx, "rolled back");
      expect(isStored).toBe(false);
      await until("the repeated statement", 5, async () => isStored || poolUse(db).waiting > 0);
      throw new Error("no reason");
    });
    await expect(rolledBack).rejects.toThrow("no reason");
    await written;
    expect(await texts()).toEqual(["kept"]);
  });

  it("reads rows that others wrote before the transaction began, also when it reads first", async () => {
    await insert(db, "1");
    const lock = await other.transaction();
    const counting = db.transaction(async (trx) => {
      const [row] = (await trx("notes").count({ n: "*" })) as { n: number }[];
      await insert(trx, String((row?.n ?? 0) + 1));
    });
    await texts();
    await insert(lock, "2");
    await lock.commit();
    await counting;
    expect(await texts()).toEqual(["1", "2", "3"]);
  });

  it("reports a full disk, and rolls back what came before and after the failed statement", async () => {
    const [{ page_count: pages }] = (await db.raw("pragma page_count")) as [{ page_count: number }];
    await db.raw(`pragma max_page_count = ${pages}`);
    const full = db.transaction(async (trx) => {
      await insert(trx, "before");
      await insert(trx, "x".repeat(1_000_000));
    });
    await expect(full).rejects.toMatchObject({ code: "SQLITE_FULL" });
    const continued = db.transaction(async (trx) => {
      await insert(trx, "x".repeat(1_000_000)).catch(() => {});
      await insert(trx, "after");
    });
    await expect(continued).rejects.toMatchObject({ code: "SQLITE_ABORT_ROLLBACK" });
    expect(await texts()).toEqual([]);
    await insert(db, "small");
    expect(await texts()).toEqual(["small"]);
  });

  it("leaves no open transaction when a commit fails", async () => {
    await db.raw("create table parts (note integer references notes (id) deferrable initially deferred)");
    const orphan = db.transaction((trx) => trx("parts").insert({ note: 99 }));
    await expect(orphan).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
    await insert(db, "kept");
    expect(await other<Row>("notes").pluck("text")).toEqual(["kept"]);
    expect(await db("parts")).toEqual([]);
  });
});
