import { rawRows } from "../../src/platform/db/dialect";
import { guideSource } from "../../src/web/docs/guides";
import { testDatabase } from "../support/databases";

const [, ddl = ""] = /<<'SQL'\n([\s\S]+?)\nSQL\n/.exec(guideSource("scaling")) ?? [];
const changes = ddl.split("\n").filter((line) => line.startsWith("alter table"));
const [, reasons = ""] =
  /\n\| Table \| Reason \|\n\| --- \| --- \|\n((?:\|.+\n)+)/.exec(guideSource("scaling")) ?? [];
const local = reasons
  .split("\n")
  .flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`(\w+)`/g)].map(([, table = ""]) => table));
const distributed = [...ddl.matchAll(/create_distributed_table\('(\w+)', 'account_id'/g)].map(
  ([, table = ""]) => table,
);

/** Citus distributes a table only if its unique keys contain the column, and if it has no trigger. */
describe("the tables that the guide distributes by account", () => {
  const database = testDatabase("PostgreSQL");
  beforeAll(async () => {
    for (const change of changes) await database.db.raw(change);
  });

  it("has account_id in each unique key", async () => {
    const keys = await rawRows<{ name: string; columns: string[] }>(
      database.db,
      `select t.relname as "name", array_agg(a.attname::text) as "columns"
         from pg_index i join pg_class t on t.oid = i.indrelid
         join pg_attribute a on a.attrelid = t.oid and a.attnum = any (i.indkey)
         where i.indisunique and t.relnamespace = current_schema()::regnamespace group by t.relname, i.indexrelid`,
    );
    expect(distributed.length).toBeGreaterThan(20);
    expect(new Set(distributed).size).toBe(distributed.length);
    for (const table of distributed) {
      const own = keys.filter(({ name }) => name === table);
      expect([table, own.length]).not.toEqual([table, 0]);
      expect([table, own.filter(({ columns }) => !columns.includes("account_id"))]).toEqual([table, []]);
    }
  });

  it("names each table of the schema, to distribute it or to keep it local for a reason", async () => {
    const tables = await rawRows<{ name: string }>(
      database.db,
      `select tablename as "name" from pg_tables
         where schemaname = current_schema() and left(tablename, 5) <> 'knex_'`,
    );
    expect([...distributed, ...local].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it("has no trigger, and no table has a foreign key", async () => {
    const triggers = await rawRows<{ name: string }>(
      database.db,
      `select tgrelid::regclass::text as "name" from pg_trigger where not tgisinternal`,
    );
    expect(triggers.filter(({ name }) => distributed.includes(name))).toEqual([]);
    expect(await rawRows(database.db, "select 1 from pg_constraint where contype = 'f'")).toEqual([]);
  });
});
