import type { Knex } from "knex";
import { selectDirectly, writeDirectly } from "../../src/platform/db/sqlite-direct";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";

const ALL = { sql: "select text from notes order by id", bindings: [] };
const inserting = (text: string) => ({ sql: "insert into notes (text) values (?)", bindings: [text] });

describe("direct reads and writes on SQLite while a transaction has the connection", () => {
  let database: OpenTestDatabase;
  let db: Knex;
  let transaction: Knex.Transaction;

  beforeEach(async () => {
    database = await openTestDatabase("SQLite", { migrated: false });
    db = database.db;
    await db.raw("create table notes (id integer primary key, text text not null unique)");
    await db("notes").insert({ text: "before" });
    transaction = await db.transaction();
    await transaction("notes").insert({ text: "of the transaction" });
  });
  afterEach(async () => {
    if (!transaction.isCompleted()) await transaction.rollback();
    await database.close();
  });

  const texts = async () => {
    const [rows = []] = await selectDirectly(db, [ALL]);
    return (rows as { text: string }[]).map(({ text }) => text);
  };

  it("reads committed rows at once", async () => {
    expect(await texts()).toEqual(["before"]);
    await transaction.commit();
    expect(await texts()).toEqual(["before", "of the transaction"]);
  });

  it("runs queries of the query builder at once, too", async () => {
    expect(await db("notes").pluck("text")).toEqual(["before"]);
    expect(await db("notes").where({ text: "of the transaction" }).first()).toBeUndefined();
    expect(await transaction("notes").pluck("text")).toEqual(["before", "of the transaction"]);
    await transaction.commit();
    expect(await db("notes").count({ n: "*" }).first()).toEqual({ n: 2 });
  });

  it("writes as soon as the transaction ends, ahead of a transaction that has waited longer", async () => {
    const other = db.transaction((trx) => trx("notes").insert({ text: "of another transaction" }));
    const written = writeDirectly(db, [inserting("of a send")]);
    await transaction.commit();
    await Promise.all([other, written]);
    expect(await texts()).toEqual(["before", "of the transaction", "of a send", "of another transaction"]);
  });

  it("writes after a rollback, without the rows of the transaction", async () => {
    const written = writeDirectly(db, [inserting("of a send")]);
    await transaction.rollback();
    await written;
    expect(await texts()).toEqual(["before", "of a send"]);
  });

  it("fails alone, and lets the next write succeed", async () => {
    const refused = writeDirectly(db, [inserting("lost with it"), inserting("before")]);
    const written = writeDirectly(db, [inserting("of a send")]);
    await transaction.rollback();
    await expect(refused).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
    await written;
    expect(await texts()).toEqual(["before", "of a send"]);
  });

  it("rejects a write when the transaction keeps the connection too long, and does not write it later", async () => {
    db.client.pool.acquireTimeoutMillis = 20;
    await expect(writeDirectly(db, [inserting("too late")])).rejects.toThrow(
      "Timeout acquiring a connection",
    );
    await transaction.commit();
    expect(await texts()).toEqual(["before", "of the transaction"]);
  });
});
