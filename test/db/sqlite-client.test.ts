import type { Knex } from "knex";
import { openDatabase } from "../../src/platform/db/connection";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";

interface Row {
  id: number;
  text: string;
}

describe("transactions and statements on SQLite", () => {
  let database: OpenTestDatabase;
  let db: Knex;
  let other: Knex;

  beforeEach(async () => {
    database = await openTestDatabase("SQLite", { migrated: false });
    db = database.db;
    await db.raw("create table notes (id integer primary key, text text)");
    other = openDatabase({ url: null, sqliteFile: `${database.dataDir}/recado.sqlite`, poolSize: 1 });
  });
  afterEach(async () => {
    await other.destroy();
    await database.close();
  });

  const texts = async () => (await db<Row>("notes").orderBy("id")).map(({ text }) => text);
  const insert = (on: Knex, text: string) => on("notes").insert({ text });

  /** The longest time, in milliseconds, for which nothing else could run while the work was done. */
  async function longestStop(work: Promise<unknown>): Promise<number> {
    let last = performance.now();
    let longest = 0;
    const look = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(look, 5);
    await work.finally(() => clearInterval(timer));
    look();
    return longest;
  }

  it("give up a lock of another connection after five seconds, and stop nothing else meanwhile", async () => {
    const lock = await other.transaction();
    let ran = false;
    const begun = performance.now();
    const both = Promise.allSettled([
      insert(db, "statement"),
      db.transaction(async (trx) => {
        ran = true;
        await insert(trx, "transaction");
      }),
      // Readers are let through, though there is one connection only.
      texts(),
    ]);
    const stopped = await longestStop(both);
    const outcomes = await both;
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(outcomes[0]).toMatchObject({ reason: { code: "SQLITE_BUSY" } });
    expect(outcomes[1]).toMatchObject({ reason: { code: "SQLITE_BUSY" } });
    expect(ran).toBe(false);
    expect(performance.now() - begun).toBeGreaterThan(4_500);
    expect(stopped).toBeLessThan(3_000);

    await lock.rollback();
    await db.transaction((trx) => insert(trx, "later"));
    expect(await texts()).toEqual(["later"]);
  });

  it("go on as soon as another connection lets the lock go", async () => {
    const lock = await other.transaction();
    const waiting = Promise.all([insert(db, "a"), db.transaction((trx) => insert(trx, "b"))]);
    await texts();
    await insert(lock, "first");
    await lock.commit();
    await waiting;
    const [first, ...rest] = await texts();
    expect([first, rest.sort()]).toEqual(["first", ["a", "b"]]);
  });

  it("see what others wrote before they began, also when they read first", async () => {
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

  it("tell why the disk did not take them, and leave nothing of what came before or after", async () => {
    const [{ page_count: pages }] = (await db.raw("pragma page_count")) as [{ page_count: number }];
    await db.raw(`pragma max_page_count = ${pages}`);
    const full = db.transaction(async (trx) => {
      await insert(trx, "before");
      await insert(trx, "x".repeat(1_000_000));
    });
    await expect(full).rejects.toMatchObject({ code: "SQLITE_FULL" });
    const goesOn = db.transaction(async (trx) => {
      await insert(trx, "x".repeat(1_000_000)).catch(() => {});
      await insert(trx, "after");
    });
    await expect(goesOn).rejects.toMatchObject({ code: "SQLITE_ABORT_ROLLBACK" });
    expect(await texts()).toEqual([]);
    await insert(db, "small");
    expect(await texts()).toEqual(["small"]);
  });

  it("leave no transaction behind when they cannot be committed", async () => {
    await db.raw("create table parts (note integer references notes (id) deferrable initially deferred)");
    const orphan = db.transaction((trx) => trx("parts").insert({ note: 99 }));
    await expect(orphan).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
    await insert(db, "kept");
    expect(await other<Row>("notes").pluck("text")).toEqual(["kept"]);
    expect(await db("parts")).toEqual([]);
  });
});
