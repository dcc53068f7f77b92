import type { Knex } from "knex";
import { requireBuild } from "../../src/platform/db/compatibility";
import {
  migrate,
  type Migration,
  migrationNames,
  migrations,
  rollbackAll,
  schemaState,
  schemaStatus,
} from "../../src/platform/db/migrate";
import { databases, testDatabase } from "../support/databases";

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
  const opened = testDatabase(database, { each: true, migrated: false });

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
    expect(await schemaState(db)).toEqual({ kind: "behind", pending: migrationNames });
    await migrate(db);
    expect((await schemaState(db)).kind).toBe("current");
    const created = await objects();
    expect(created).toContain("messages");
    await rollbackAll(db);
    expect(await objects()).toEqual([]);
    expect(await functions()).toEqual([]);
    await migrate(db);
    expect(await objects()).toEqual(created);
    expect(await migrate(db)).toEqual([]);
  });

  it("copies the numbers that lists of earlier builds suppress to the states of consents", async () => {
    const { db } = opened;
    await migrate(
      db,
      migrations.filter(({ name }) => name < "0020"),
    );
    const [account_id, own, provisioned, deleted] = [1, 2, 3, 4].map(
      (n) => `01a1f8da-79c4-7a31-8e5d-00000000000${n}`,
    ) as [string, string, string, string];
    const list = (id: string, more: object) => ({
      account_id,
      id,
      name: id,
      name_key: id,
      name_search: id,
      type: "blacklist",
      purposes: null,
      channels: '["sms"]',
      is_provisioned: false,
      created_at: 1,
      updated_at: 1,
      ...more,
    });
    await db("contact_lists").insert([
      list(own, { purposes: '["marketing"]' }),
      list(provisioned, { channels: '["sms","rcs"]', purposes: '["marketing","otp"]', is_provisioned: true }),
      list(deleted, { deleted_at: 1 }),
    ]);
    const suppressed = [own, provisioned, deleted].map((list_id) => ({ account_id, list_id, hash: "a" }));
    await db("suppressed_numbers").insert([...suppressed, { account_id, list_id: deleted, hash: "b" }]);
    await migrate(db);
    const rows = (await db("consent_states").orderBy(["number_hash", "channel", "purpose"])) as {
      number_hash: string;
      channel: string;
      purpose: string;
      status: string;
      follows_list: boolean | number;
    }[];
    const states = rows.map((row) =>
      [row.number_hash, row.channel, row.purpose, row.status, Boolean(row.follows_list)].join(" "),
    );
    expect(states).toEqual([
      "a rcs marketing revoked true",
      "a rcs otp revoked true",
      "a sms marketing revoked false",
      "a sms otp revoked true",
    ]);
    expect(await db("suppressed_numbers")).toHaveLength(4);
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

  it("repeats a migration that ended in a deadlock with requests", async () => {
    const { db } = opened;
    await migrate(db);
    let attempts = 0;
    const deadlocksOnce: Migration = {
      ...addsColumn,
      async up(trx) {
        await addsColumn.up(trx);
        attempts += 1;
        if (attempts === 1) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      },
    };
    expect(await migrate(db, [...migrations, deadlocksOnce])).toEqual([addsColumn.name]);
    expect(attempts).toBe(2);
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
