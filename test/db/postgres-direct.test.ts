import type { Knex } from "knex";
import { rawChanges, rawRows } from "../../src/platform/db/dialect";
import { errorText } from "../../src/platform/error-text";
import { poolUse } from "../../src/platform/db/pool";
import { testDatabase } from "../support/databases";

interface Event {
  sql: string;
  bindings: unknown[];
}

describe("direct statements on PostgreSQL", () => {
  const database = testDatabase("PostgreSQL");
  const failing = "select ?::integer / 0 as impossible";

  /** Returns knex's events during the work, by name. */
  async function eventsOf(work: (db: Knex) => Promise<unknown>): Promise<[string, Event][]> {
    const { db } = database;
    const events: [string, Event][] = [];
    const listeners = {
      query: (query: Event) => events.push(["query", query]),
      "query-response": (_: unknown, query: Event) => events.push(["query-response", query]),
      "query-error": (_: unknown, query: Event) => events.push(["query-error", query]),
    };
    for (const [name, listener] of Object.entries(listeners)) db.on(name, listener);
    await work(db).catch(() => {});
    for (const [name, listener] of Object.entries(listeners)) db.off(name, listener);
    return events;
  }

  const names = (events: readonly [string, Event][]) => events.map(([name]) => name);

  it("numbers the placeholders, but not an escaped operator", async () => {
    const sql = String.raw`select ?::text as first, '{"a": 1}'::jsonb \? ? as has, ?::integer + ? as sum`;
    expect(await rawRows(database.db, sql, ["é?$1", "a", 2, 3])).toEqual([
      { first: "é?$1", has: true, sum: 5 },
    ]);
  });

  it("numbers more than nine placeholders", async () => {
    const values = Array.from({ length: 12 }, (_, index) => index);
    const columns = values.map((value) => `?::integer as c${value}`).join(", ");
    const [row] = await rawRows(database.db, `select ${columns}`, values);
    expect(Object.values(row as object)).toEqual(values);
  });

  it("emits the events of knex, with the numbered placeholders", async () => {
    const query = { sql: "select $1::integer as one", bindings: [1] };
    const succeeded = await eventsOf((db) => rawRows(db, "select ?::integer as one", [1]));
    expect(succeeded).toMatchObject([
      ["query", query],
      ["query-response", query],
    ]);
    expect(names(await eventsOf((db) => rawRows(db, failing, [1])))).toEqual(["query", "query-error"]);
  });

  it("emits the events of a transaction", async () => {
    const events = await eventsOf((db) => db.transaction((trx) => rawRows(trx, "select ?::integer", [1])));
    expect(events.filter(([, { sql }]) => sql.startsWith("select"))).toHaveLength(2);
  });

  it("throws errors that begin with the SQL and have the server's code", async () => {
    const error: unknown = await rawRows(database.db, failing, [1]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "22012",
      message: "select $1::integer / 0 as impossible - division by zero",
    });
    expect(errorText(error)).toBe("division by zero");
  });

  it("runs in the transaction, and rolls back with it", async () => {
    const { db } = database;
    const insert = (trx: Knex) =>
      rawChanges(trx, "insert into service_facts (name, value) values (?, ?)", ["direct", "1"]);
    const stored = (on: Knex) => rawRows(on, "select 1 from service_facts where name = ?", ["direct"]);
    const trx = await db.transaction();
    expect(await insert(trx)).toBe(1);
    expect([await stored(trx), await stored(db)]).toEqual([[expect.anything()], []]);
    await trx.rollback();
    expect(await stored(db)).toEqual([]);
    await expect(insert(trx)).rejects.toThrow("Transaction query already complete");
    expect(await stored(db)).toEqual([]);
  });

  it("returns the connection to the pool after a failure", async () => {
    const { db } = database;
    await rawRows(db, "select 1");
    const { idle } = poolUse(db);
    await expect(rawRows(db, failing, [1])).rejects.toThrow("division by zero");
    expect(poolUse(db)).toEqual({ used: 0, idle, waiting: 0 });
  });

  it("refuses an undefined value before it runs the statement", async () => {
    const [missing] = [] as string[];
    const events = await eventsOf(async (db) => {
      await expect(rawRows(db, "select ?::text", [missing as string])).rejects.toThrow("is undefined");
    });
    expect(events).toEqual([]);
  });

  it("refuses a wrong number of values", async () => {
    await expect(rawRows(database.db, "select ?::text, ?::text", ["one"])).rejects.toThrow("parameters");
  });
});
