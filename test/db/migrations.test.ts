import type { Knex } from "knex";
import { requireBuild } from "../../src/platform/db/compatibility";
import {
  migrate,
  type Migration,
  migrationNames,
  migrations,
  pendingMigrations,
  rollbackAll,
  schemaState,
  schemaStatus,
} from "../../src/platform/db/migrate";
import { databases, openTestDatabase, type OpenTestDatabase } from "../support/databases";

const [own = ""] = migrationNames.slice(-1);

/** A migration of a later build that older builds are compatible with. */
const addsColumn: Migration = {
  name: "9001_adds_a_column",
  async up(db: Knex) {
    await db.schema.alterTable("templates", (t) => t.text("description"));
  },
  async down(db: Knex) {
    await db.schema.alterTable("templates", (t) => t.dropColumn("description"));
  },
};

/** A migration of a still later build that drops a column needed by builds before 9001. */
const dropsColumn: Migration = {
  name: "9002_drops_a_column",
  async up(db: Knex) {
    await db.schema.alterTable("accounts", (t) => t.dropColumn("prices"));
    await requireBuild(db, addsColumn.name);
  },
  async down(db: Knex) {
    await requireBuild(db, own);
    await db.schema.alterTable("accounts", (t) => t.text("prices"));
  },
};

describe.each(databases)("migrations on %s", (database) => {
  let opened: OpenTestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(database, { migrated: false });
  });
  afterEach(() => opened.close());

  const builds = {
    own: migrations,
    next: [...migrations, addsColumn],
    last: [...migrations, addsColumn, dropsColumn],
  };

  it("rolls back without leftovers, and migrates again", async () => {
    const { db } = opened;
    const objects = async () => {
      const query =
        database === "SQLite"
          ? db("sqlite_master").whereNot("name", "like", "sqlite_%").pluck("name")
          : db("pg_class").whereRaw("relnamespace = 'public'::regnamespace").pluck("relname");
      const names = (await query) as string[];
      return names.filter((name) => !name.startsWith("knex_")).sort();
    };
    const functions = async () =>
      database === "SQLite" ? [] : await db("pg_proc").where({ proname: "note_follow_up_targets" });
    expect(await pendingMigrations(db)).toEqual(migrationNames);
    await migrate(db);
    expect(await pendingMigrations(db)).toEqual([]);
    const created = await objects();
    expect(created).toContain("messages");
    await rollbackAll(db);
    expect(await objects()).toEqual([]);
    expect(await functions()).toEqual([]);
    await migrate(db);
    expect(await objects()).toEqual(created);
    expect(await migrate(db)).toEqual([]);
  });

  it("keeps rows when a newer build migrates", async () => {
    const { db } = opened;
    await migrate(db);
    await db("service_facts").insert({ name: "kept", value: "1" });
    expect(await schemaState(db, builds.next)).toEqual({ kind: "behind", pending: [addsColumn.name] });
    expect(await migrate(db, builds.next)).toEqual([addsColumn.name]);
    expect(await schemaState(db, builds.next)).toEqual({ kind: "current" });
    expect(await db.schema.hasColumn("templates", "description")).toBe(true);
    expect(await db("service_facts").where({ name: "kept" })).toHaveLength(1);
  });

  it("lets an older build work until a migration requires a newer build", async () => {
    const { db } = opened;
    await migrate(db, builds.next);
    expect(await schemaState(db)).toEqual({ kind: "current" });
    expect(await migrate(db)).toEqual([]);
    await migrate(db, builds.last);
    expect(await schemaState(db, builds.next)).toEqual({ kind: "current" });
    expect(await schemaState(db)).toMatchObject({ kind: "ahead" });
    await expect(migrate(db)).rejects.toThrow(/upgraded by a newer build \(to 9002_drops_a_column/);
    await expect(rollbackAll(db)).rejects.toThrow(`this build ends with ${own}`);
  });

  it("reports a schema of a newer build, and one that is ahead", async () => {
    const { db } = opened;
    await migrate(db, builds.next);
    const newer = { schema: addsColumn.name, build: own, pending: [], unknown: [addsColumn.name] };
    expect(await schemaStatus(db)).toEqual({ ...newer, state: "newer" });
    await migrate(db, builds.last);
    expect(await schemaStatus(db)).toMatchObject({ state: "ahead", schema: dropsColumn.name });
  });

  it("rolls back newest first, and lowers the oldest compatible build", async () => {
    const { db } = opened;
    await migrate(db);
    const oldest: unknown = await db("schema_compatibility");
    await migrate(db, builds.last);
    expect(await db("schema_compatibility")).not.toEqual(oldest);
    expect(await rollbackAll(db, builds.last)).toEqual(builds.last.map(({ name }) => name).reverse());
    await migrate(db, builds.next);
    expect(await db("schema_compatibility")).toEqual(oldest);
    expect(await schemaState(db)).toEqual({ kind: "current" });
  });

  it("undoes all migrations when one fails", async () => {
    const { db } = opened;
    await migrate(db);
    const failing: Migration = {
      name: "9002_fails",
      up: () => Promise.reject(new Error("no room")),
      down: async () => {},
    };
    await expect(migrate(db, [...builds.next, failing])).rejects.toThrow("no room");
    expect(await db.schema.hasColumn("templates", "description")).toBe(false);
    expect(await schemaState(db)).toEqual({ kind: "current" });
    expect(await migrate(db, builds.next)).toEqual([addsColumn.name]);
  });
});
