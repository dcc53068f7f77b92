import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Knex } from "knex";
import { NOT_COPIED } from "../../src/platform/db/copy/tables";
import { batchesOf } from "../../src/platform/db/copy/rows";
import { lockDirectory } from "../../src/platform/db/process-lock";
import { MINUTE } from "../../src/platform/time";
import { scriptedCarrier } from "../support/carrier";
import { testClock } from "../support/clock";
import { loadCommand } from "../support/command";
import { copiedTables, fillEmptyTables, rowsOf, useService } from "../support/copies";
import { openForTest, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { Exchange } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { receiver } from "../support/receiver";
import { startTestService, type TestService } from "../support/service";
import { until } from "../support/until";

interface Copied {
  copied: boolean;
  rows: number;
  tables: { table: string; rows: number; copied: number; equal: boolean }[];
  next_steps: string[];
}

const LISTS = [
  ...["/v3/contacts", "/v3/contacts?search=eva", "/v3/contact-lists", "/v3/templates", "/v3/campaigns"],
  ...["/v3/messages?limit=1000", "/v3/messages?search=aspas", "/v3/inbound-messages", "/v3/senders"],
  ...["/v3/webhooks", "/v3/usage"],
];

describe("the command copy", () => {
  const open: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close();
  });

  const database = async (...args: Parameters<typeof openTestDatabase>) => {
    const opened = await openTestDatabase(...args);
    open.push(() => opened.close());
    return opened;
  };
  const clock = testClock();
  const copy = (source: OpenTestDatabase, target: OpenTestDatabase, ...more: string[]) =>
    runInProcess(["copy", "--to", target.url ?? "", ...more], { database: source, clock });
  const refused = async (source: OpenTestDatabase, target: OpenTestDatabase, why: RegExp) => {
    const run = await copy(source, target);
    expect(run).toEqual({ exitCode: 1, out: "", err: expect.stringMatching(/^error: [^\n]+\n$/) as string });
    expect(run.err).toMatch(why);
  };
  const total = async (db: Knex) => {
    const counts = await Promise.all(
      (await copiedTables(db, "PostgreSQL")).map(async (name) => (await rowsOf(db, name)).length),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const account = (index: number) => ({
    id: `0198c1d2-0000-7000-8000-00000000000${index}`,
    name: `account ${index}`,
    opt_out: true,
    created_at: index,
  });

  it("copies every row of every table", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    const webhooks = await receiver();
    open.push(() => webhooks.close());
    const { service, close } = await startTestService({ ...source, close: async () => {} });
    open.push(close);
    await useService(service, webhooks.url);
    const forTypes = await database("PostgreSQL");
    const filled = await fillEmptyTables(source.db, forTypes.db);
    // Most tables must have rows as the service writes them.
    expect(filled.length).toBeLessThan(15);

    const tables = await copiedTables(source.db, "SQLite");
    const before = await Promise.all(tables.map((table) => rowsOf(source.db, table)));
    const { exitCode, out, err } = await copy(source, target, "--json");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });

    expect(await copiedTables(target.db, "PostgreSQL")).toEqual(tables);
    for (const [index, table] of tables.entries()) {
      expect([table, before[index]?.length]).not.toEqual([table, 0]);
      expect([table, await rowsOf(target.db, table)]).toEqual([table, before[index]]);
      expect([table, await rowsOf(source.db, table)]).toEqual([table, before[index]]);
    }
    const result = JSON.parse(out) as Copied;
    expect(result.tables).toEqual(
      tables.map((table, index) => {
        const rows = before[index]?.length;
        return { table, rows, copied: rows, equal: true };
      }),
    );
    expect(result).toMatchObject({ copied: true, rows: before.flat().length });
  });

  it("leaves out only tables that exist on one of the databases, or that the migrations write", async () => {
    const source = await database("SQLite");
    const names = (await source.db("sqlite_master").where({ type: "table" }).pluck("name")) as string[];
    expect(names).toEqual(expect.arrayContaining(Object.keys(NOT_COPIED)));
    expect(Object.keys(NOT_COPIED).filter((name) => !/^(knex_|schema_)/.test(name))).toEqual([
      "contacts_search",
      "membership_ticks",
    ]);
  });

  it("continues the sequences after the last value of SQLite, even if its row was deleted", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    const ids = { account_id: account(1).id, list_id: account(2).id };
    await source.db("contact_counts").insert({ ...ids, id: 41, contacts: 1 });
    await source.db("contact_counts").insert({ ...ids, id: 42, contacts: 1 });
    await source.db("contact_counts").where({ id: 42 }).delete();
    await source.db("membership_ticks").update({ value: 7 });
    expect(await copy(source, target)).toMatchObject({ exitCode: 0 });
    const next = (sql: string) =>
      target.db.raw<{ rows: { id: number }[] }>(sql).then(({ rows }) => rows[0]?.id);
    expect(await target.db("contact_counts").insert({ ...ids, contacts: 1 }, "id")).toEqual([{ id: 43 }]);
    expect(await next("select nextval('membership_ticks') as id")).toBe(8);
    expect(await target.db("message_counts").count({ id: "*" })).toEqual([{ id: 0 }]);
    expect(await next("select nextval('message_counts_id_seq') as id")).toBe(1);
  });

  it("prints a row for each table and the next steps", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert([account(1), account(2)]);
    const { exitCode, out, err } = await copy(source, target);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(out).toMatch(/^TABLE +ROWS +COPIED +EQUAL\naccounts +2 +2 +yes\napi_keys +0 +0 +yes\n/);
    expect(out).toContain(`\nCopied 2 rows. Next:\n- Rename ${source.dataDir}/recado.sqlite:`);
    expect(out).toContain(`RECADO_SECRET_KEY to the content of ${source.dataDir}/secret-key`);
    expect(out).toContain(`copy ${source.dataDir}/files to`);
    const other = await database("PostgreSQL");
    const s3 = { RECADO_STORAGE: "s3", RECADO_S3_BUCKET: "bucket", RECADO_SECRET_KEY: "A".repeat(43) + "=" };
    const inBucket = await runInProcess(["copy", "--to", other.url ?? ""], {
      database: source,
      clock,
      env: s3,
    });
    expect(inBucket.out).toContain("stay in the bucket bucket");
    expect(inBucket.out).toContain("Keep RECADO_SECRET_KEY:");
  });

  it("reports its progress on standard error, at most every five seconds", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert([account(1), account(2)]);
    let now = 0;
    const slow = { ...clock, now: () => (now += 2_000) };
    await source.db("service_facts").insert([{ name: "a", value: "a" }]);
    await source.db("service_secrets").insert([{ name: "a", value: "a" }]);
    const run = await runInProcess(["copy", "--to", target.url ?? ""], { database: source, clock: slow });
    expect(run.err).toBe("service_secrets: 1 of 1 rows\n");
  });

  it("reads SQLite even if the settings already name PostgreSQL", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    await source.db("accounts").insert(account(1));
    const env = { DATABASE_URL: target.url ?? "", RECADO_DATABASE_DIRECT_URL: target.url ?? "" };
    const run = await runInProcess(["copy", "--to", target.url ?? ""], { database: source, clock, env });
    expect(run).toMatchObject({ exitCode: 0, err: "" });
    expect(await target.db("accounts").pluck("name")).toEqual(["account 1"]);
  });

  it("refuses a target with rows, its own copy included, and names the table and their number", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert(account(1));
    await target.db("senders").insert({
      account_id: account(1).id,
      id: account(2).id,
      channel: "sms",
      address: "27000",
      carrier: "sandbox",
      is_default: true,
      max_per_second: 1,
      tokens: 0,
      tokens_at: 0,
      created_at: 0,
    });
    await refused(source, target, /not empty: the table senders has 1 row\. .*create a new one/);
    await target.db("senders").delete();
    expect(await copy(source, target)).toMatchObject({ exitCode: 0 });
    await refused(source, target, /not empty: the table accounts has 1 row\./);
    expect(await target.db("accounts").pluck("name")).toEqual(["account 1"]);
  });

  it("refuses a database of another program before it creates tables there", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    await target.db.raw("create table orders as select * from generate_series(1, 3)");
    await refused(source, target, /the table orders has 3 rows\./);
    expect(await target.db("pg_tables").where({ schemaname: "public" }).pluck("tablename")).toEqual([
      "orders",
    ]);
  });

  it("copies into a database with a view", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    await source.db("accounts").insert(account(1));
    await target.db.raw("create view statistics as select 1 as calls");
    expect(await copy(source, target)).toMatchObject({ exitCode: 0, err: "" });
    expect(await target.db("accounts").pluck("name")).toEqual(["account 1"]);
  });

  it("lets its transaction wait for hours while SQLite is read", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert(account(1));
    await target.db.raw(`alter table accounts add constraint waits
      check (current_setting('idle_in_transaction_session_timeout') = '12h')`);
    expect(await copy(source, target)).toMatchObject({ exitCode: 0, err: "" });
  });

  it("refuses while a process uses the data directory", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    const lock = await lockDirectory(source.dataDir);
    await refused(source, target, new RegExp(`Process ${process.pid} uses the data directory`));
    lock.release();
    expect(await copy(source, target)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(source.dataDir, "recado.pid"))).toBe(false);
  });

  it("refuses other schemas: a source that is not migrated, another migration, table, column or type", async () => {
    const target = await database("PostgreSQL");
    const source = await database("SQLite");
    await refused(await database("SQLite", { migrated: false }), target, /not up to date .*migrate" first/);
    const later = { name: "9998_later", batch: 2, migration_time: new Date() };
    await target.db("knex_migrations").insert(later);
    await target.db("schema_compatibility").update({ oldest_build: "0001" });
    await refused(source, target, /only one of the databases has the migration 9998_later/);
    await target.db("knex_migrations").where({ name: later.name }).delete();
    await target.db.raw("create table orders (id bigint)");
    await refused(source, target, /only one of the databases has the table orders/);
    await source.db.raw("create table orders (id bigint, total real)");
    await refused(source, target, /only one of the databases has the column orders\.total/);
    await target.db.raw("alter table orders add total real");
    await refused(source, target, /orders\.total cannot be copied: its type is real/);
  });

  it("requires a PostgreSQL URL, and prints no password", async () => {
    const source = await database("SQLite");
    for (const to of ["", "mysql://u:hush@127.0.0.1/x", "hush", "postgres://u:hush@127.0.0.1:1/x"]) {
      const run = await runInProcess(["copy", "--to", to], { database: source, clock });
      const exitCode = to.startsWith("postgres:") ? 1 : 2;
      expect(run).toEqual({
        exitCode,
        out: "",
        err: expect.stringMatching(/^error: (--to|The database)/) as string,
      });
      expect(run.err).not.toContain("hush");
    }
    const missing = await runInProcess(["copy"], { database: source, clock });
    expect(missing).toMatchObject({
      exitCode: 2,
      err: "error: required option '--to <url>' not specified\n",
    });
  });

  it("reports a login that PostgreSQL rejects", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL", { migrated: false });
    const url = `${target.url}_unknown`;
    const run = await runInProcess(["copy", "--to", url], { database: source, clock });
    expect(run).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^error: The database rejects the login: database "/) as string,
    });
  });

  it.each([
    ["a null character", { name: "a\0b" }, /name contains a null character/],
    ["a number that is not whole", { created_at: 1.5 }, /created_at is not a whole number/],
    ["a number beyond the type", { rate_limit: 2 ** 40 }, /out of range/],
    ["a flag that is neither 0 nor 1", { opt_out: 2 }, /opt_out is neither 0 nor 1/],
    ["a malformed id", { id: "mine" }, /invalid input syntax for type uuid/],
  ])("names the row of %s, and leaves the target empty", async (_, change, why) => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    const bad = { ...account(2), ...change };
    await source.db("accounts").insert([account(1), bad, account(3)]);
    await refused(source, target, why);
    await refused(
      source,
      target,
      new RegExp(`A row of the table accounts \\(id ${bad.id}\\) cannot be copied: `),
    );
    expect(await total(target.db)).toBe(0);
    await source.db("accounts").where({ id: bad.id }).delete();
    expect(await copy(source, target)).toMatchObject({ exitCode: 0 });
    expect(await total(target.db)).toBe(2);
  });

  it("rolls back a copy that differs from the source, and names the tables", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert([account(1), account(2)]);
    await source.db("service_facts").insert({ name: "a", value: "a" });
    await target.db.raw("create rule lost as on insert to accounts do instead nothing");
    await target.db.raw(
      "create rule changed as on insert to service_facts do also update service_facts set value = 'b'",
    );
    const { exitCode, out, err } = await copy(source, target, "--json");
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: "error: The copy differs from the source (accounts, service_facts) and was rolled back. The target is still empty\n",
    });
    const { copied, tables } = JSON.parse(out) as Copied;
    expect({ copied, tables }).toEqual({
      copied: false,
      tables: expect.arrayContaining([
        { table: "accounts", rows: 2, copied: 0, equal: false },
        { table: "service_facts", rows: 1, copied: 1, equal: false },
        { table: "senders", rows: 0, copied: 0, equal: true },
      ]) as object,
    });
    expect(await total(target.db)).toBe(0);
  });

  it("leaves an empty target if it is killed midway, and succeeds when it is repeated", async () => {
    const source = await database("SQLite");
    const target = await database("PostgreSQL");
    await source.db("accounts").insert([account(1), account(2)]);
    await source.db("service_secrets").insert({ name: "a", value: "a" });
    // The copy has copied the accounts and waits at service_secrets while the test holds the lock.
    await target.db.raw(`create function waits() returns boolean language sql as
      $$ select pg_advisory_xact_lock_shared(42) is not null $$`);
    await target.db.raw("alter table service_secrets add constraint waits check (waits())");
    const lock = openForTest({ url: target.url, sqliteFile: "", poolSize: 1 });
    open.push(() => lock.destroy());
    await lock.raw("select pg_advisory_lock(42)");
    const env = { RECADO_DATA_DIR: source.dataDir };
    const first = await loadCommand(env, "copy", "--to", target.url ?? "");
    first.go();
    const waiting = () =>
      lock("pg_locks")
        .where({ locktype: "advisory", granted: false })
        .whereRaw("database = (select oid from pg_database where datname = current_database())");
    await until("the copy waits", 30, async () => (await waiting()).length > 0, 50);
    // Until the commit, no service can use the target.
    const read = lock.transaction((trx) => trx.raw("lock table accounts in access share mode nowait"));
    await expect(read).rejects.toThrow("could not obtain lock");
    first.kill();
    expect(await first.done).toMatchObject({ exitCode: null, out: "" });
    await lock.raw("select pg_advisory_unlock(42)");
    await until("PostgreSQL has rolled back", 30, async () => (await total(target.db)) === 0, 50);
    const second = await loadCommand(env, "copy", "--to", target.url ?? "");
    second.go();
    expect(await second.done).toMatchObject({ exitCode: 0, err: "" });
    expect(await total(target.db)).toBe(3);
  });
});

describe("a service on its copy", () => {
  let source: OpenTestDatabase;
  let target: OpenTestDatabase;
  let before: TestService;
  let after: TestService;
  const closing: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  const lists = (service: TestService) =>
    Promise.all(
      LISTS.map(async (path) => [path, (await service.request.get(path).expect(200)).body as unknown]),
    );

  it("returns the same lists, and sends each pending message and event once", async () => {
    const webhooks = await receiver();
    closing.push(() => webhooks.close());
    source = await openTestDatabase("SQLite");
    target = await openTestDatabase("PostgreSQL", { migrated: false });
    const first = await startTestService(source);
    closing.push(first.close);
    before = first.service;
    await useService(before, webhooks.url);
    // A test service creates an account with the former name, and names are unique.
    await source.db("accounts").update({ name: "moved" });
    const sent = webhooks.eventIds();
    const listed = await lists(before);
    const pending = (await new Exchange(before).messages({ status: "pending" })).map(({ id }) => id);
    expect(pending).toHaveLength(2);
    // A killed worker has left a lease that has not expired.
    const now = before.clock.now();
    const lease = { lease: before.app.ids.next(), leases: 1, ready_at: now, due_at: now + MINUTE / 2 };
    expect(await source.db("jobs").where({ kind: "submission" }).update(lease)).toBe(1);

    const run = await runInProcess(["copy", "--to", target.url ?? ""], {
      database: source,
      clock: before.clock,
    });
    expect(run).toMatchObject({ exitCode: 0, err: "" });

    const carrier = scriptedCarrier();
    const second = await startTestService(target, {
      env: { RECADO_DATA_DIR: source.dataDir },
      override: () => ({ carriers: new Map([["sandbox", carrier.carrier]]) }),
    });
    closing.push(second.close);
    after = second.service;
    after.clock.set(before.clock.now());
    const moved = { ...after, request: after.agent(before.key) };
    expect(await lists(moved)).toEqual(listed);
    await after.drainAfter(MINUTE);
    const submitted = carrier.submitted.map(({ messageId }) => messageId);
    // The campaign that was launched on SQLite expands on PostgreSQL, into two messages.
    expect(submitted).toHaveLength(pending.length + 2);
    expect(submitted).toEqual(expect.arrayContaining(pending));
    expect(new Set(submitted).size).toBe(submitted.length);
    const events = webhooks.eventIds();
    expect(events.length).toBeGreaterThan(sent.length);
    expect(new Set(events).size).toBe(events.length);
  });
});

describe("the copy of a table", () => {
  it("inserts batches with a maximum of rows and of characters", () => {
    const rows = ["a", "b", "c".repeat(10), "d", "e"].map((text) => ({ text, size: 1 }));
    const sizes = (maxRows: number, maxCharacters: number) =>
      [...batchesOf(rows, { maxRows, maxCharacters })].map(({ length }) => length);
    expect(sizes(2, 100)).toEqual([2, 2, 1]);
    expect(sizes(100, 10)).toEqual([3, 2]);
    expect(sizes(5, 100)).toEqual([5]);
    expect([...batchesOf([], { maxRows: 1, maxCharacters: 1 })]).toEqual([]);
  });
});
