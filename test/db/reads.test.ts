import { rawRows } from "../../src/platform/db/dialect";
import {
  type LongReadOptions,
  type LongReads,
  longReads,
  type LongRead,
} from "../../src/platform/db/reads/reads";
import { openSqliteReader } from "../../src/platform/db/reads/sqlite-reader";
import { Problem } from "../../src/platform/problem";
import {
  databases,
  openForTest,
  type OpenTestDatabase,
  type TestDatabase,
  testDatabase,
} from "../support/databases";

const TOO_LONG = { field: "search", message: "takes too long here: narrow it" };

/** A statement whose running time grows with `last`. */
const countTo = (last: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${last})
     select count(*) as total from numbers`;

const readerOf = ({ url, dataDir }: OpenTestDatabase, overrunMs?: number) =>
  url === null
    ? openSqliteReader(`${dataDir}/recado.sqlite`, overrunMs)
    : openForTest({ url, sqliteFile: "", poolSize: 2 });

const invalid = () => new Problem(400, "validation_failed", "gone");

describe.each(databases)("long reads on %s", (kind: TestDatabase) => {
  const database = testDatabase(kind);
  const open: LongReads[] = [];

  beforeAll(async () => {
    await database.db.raw("create table notes (id integer primary key, text text not null)");
  });
  afterEach(async () => {
    for (const reads of open.splice(0)) await reads.stop();
  });

  function reads({ overrunMs, ...options }: Partial<LongReadOptions> & { overrunMs?: number } = {}) {
    const connections = kind === "SQLite" ? 1 : 2;
    const made = longReads({ db: readerOf(database, overrunMs), connections, ...options });
    open.push(made);
    return made;
  }

  const as = <T>(
    from: LongReads,
    accountId: string,
    work: (read: LongRead) => Promise<T>,
    signal = new AbortController().signal,
  ) => from.of({ accountId, signal }, TOO_LONG)(work);

  const total = (sql: string) => (read: LongRead) =>
    read.step(async (db) => Number((await rawRows<{ total: number }>(db, sql))[0]?.total));

  it("reads what was written just before", async () => {
    const from = reads();
    for (let n = 1; n <= 20; n++) {
      await database.db("notes").insert({ id: n, text: "written" });
      expect(await as(from, "a", total("select count(*) as total from notes"))).toBe(n);
    }
  });

  it("refuses to write", async () => {
    const write = as(reads(), "a", (read) =>
      read.step((db) => rawRows(db, "delete from notes returning id")),
    );
    await expect(write).rejects.toMatchObject({ code: kind === "SQLite" ? "SQLITE_READONLY" : "25006" });
  });

  it("reports the code of a failed statement and continues", async () => {
    const from = reads();
    const wrong = as(from, "a", total("select nothing from nowhere"));
    await expect(wrong).rejects.toMatchObject({ code: kind === "SQLite" ? "SQLITE_ERROR" : "42P01" });
    expect(await as(from, "a", total("select 1 as total"))).toBe(1);
  });

  it("fails with 422 when the steps of one read exceed the time limit together", async () => {
    let now = 0;
    // Each step takes a second by this stopwatch.
    const from = reads({ budgetMs: 5_000, stopwatch: () => (now += 1_000) });
    const steps = async (read: LongRead, count: number) => {
      for (let n = 0; n < count; n++) await total("select 1 as total")(read);
      return "done";
    };
    expect(await as(from, "a", (read) => steps(read, 5))).toBe("done");
    await expect(as(from, "a", (read) => steps(read, 6))).rejects.toMatchObject({
      status: 422,
      code: "unprocessable_entity",
      message: "This takes longer than 5 s",
      fields: [TOO_LONG],
    });
    expect(await as(from, "a", (read) => steps(read, 5))).toBe("done");
  });

  it("fails with 422 in the middle of a long statement", async () => {
    const from = reads({ budgetMs: 2_000, overrunMs: 500 });
    // A thread of SQLite ends only after its statement, so the statement takes no longer than it must.
    const tooLong = countTo(kind === "SQLite" ? 8_000_000 : 20_000_000);
    await expect(as(from, "a", total(tooLong))).rejects.toMatchObject({ status: 422 });
    expect(await as(from, "b", total("select 2 as total"))).toBe(2);
  });

  it("alternates between accounts after each step", async () => {
    const from = reads();
    const order: string[] = [];
    const steps = (account: string, count: number) => async (read: LongRead) => {
      for (let n = 0; n < count; n++) {
        await read.step(async (db) => {
          order.push(account);
          await rawRows(db, "select 1 as total");
        });
      }
    };
    const greedy = Array.from({ length: 12 }, () => as(from, "greedy", steps("greedy", 20)));
    await as(from, "other", steps("other", 5));
    // A single connection alternates; with two connections, the greedy account uses one.
    expect(order.filter((account) => account === "greedy").length).toBeLessThan(40);
    await Promise.all(greedy);
    expect(order.filter((account) => account === "greedy")).toHaveLength(240);
  });

  it("refuses reads with 429 when too many of the account are waiting", async () => {
    const from = reads({ perAccount: 1, waiting: 2 });
    const many = await Promise.allSettled(
      Array.from({ length: 5 }, () => as(from, "a", total("select 1 as total"))),
    );
    expect(many.map(({ status }) => status)).toEqual([
      ...["fulfilled", "fulfilled", "fulfilled"],
      ...["rejected", "rejected"],
    ]);
    expect(many[4]).toMatchObject({
      reason: { status: 429, code: "rate_limited", headers: { "Retry-After": "1" } },
    });
  });

  it("ends a read whose client disconnects, and starts the next", async () => {
    const from = reads({ perAccount: 1 });
    const client = new AbortController();
    let steps = 0;
    const endless = as(
      from,
      "a",
      async (read) => {
        for (;;) {
          await total("select 1 as total")(read);
          if (++steps === 3) client.abort(invalid());
        }
      },
      client.signal,
    );
    const next = as(from, "a", total("select 7 as total"));
    await expect(endless).rejects.toThrow("gone");
    expect(await next).toBe(7);
    expect(steps).toBe(3);
  });

  it("fails with 503 when the service stops", async () => {
    const from = reads({ perAccount: 1 });
    const endless = () =>
      as(from, "a", async (read) => {
        for (;;) await total("select 1 as total")(read);
      });
    const ends = [endless(), endless()].map((read) => expect(read).rejects.toMatchObject({ status: 503 }));
    await as(from, "b", total("select 1 as total"));
    await from.stop();
    await Promise.all(ends);
    await expect(as(from, "a", total("select 1 as total"))).rejects.toMatchObject({ status: 503 });
  });
});

describe("the SQLite reader thread", () => {
  const database = testDatabase("SQLite");

  it("restarts after its end, and fails waiting reads with a lost connection", async () => {
    const reader = readerOf(database);
    expect(await rawRows(reader, "select 1 as one")).toEqual([{ one: 1 }]);
    const thread = (await reader.client.acquireConnection()) as {
      close(): Promise<void>;
      all(sql: string, bindings: []): Promise<unknown[]>;
    };
    const lost = expect(thread.all(countTo(1_000_000), [])).rejects.toThrow("Connection terminated");
    await thread.close();
    await lost;
    await reader.client.releaseConnection(thread);
    expect(await rawRows(reader, "select 2 as two")).toEqual([{ two: 2 }]);
    await reader.destroy();
  });

  it("leaves the event loop free while it reads", async () => {
    const reader = readerOf(database);
    let [turns, done] = [0, false];
    const counting = rawRows(reader, countTo(2_000_000)).finally(() => (done = true));
    while (!done) {
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await counting;
    expect(turns).toBeGreaterThan(100);
    await reader.destroy();
  });
});
