import { migrate, pendingMigrations, rollbackAll } from "../../src/platform/db/migrate";
import { databases, openTestDatabase } from "../support/databases";

describe.each(databases)("migrations on %s", (database) => {
  it("run forwards, back, and forwards again, and leave nothing behind", async () => {
    const { db, close } = await openTestDatabase(database, { migrated: false });
    try {
      const tables = async () => {
        const query =
          database === "SQLite"
            ? db("sqlite_master").where({ type: "table" }).whereNot("name", "like", "sqlite_%").pluck("name")
            : db("pg_tables").where({ schemaname: "public" }).pluck("tablename");
        const names = (await query) as string[];
        return names.filter((name) => !name.startsWith("knex_")).sort();
      };
      expect(await pendingMigrations(db)).not.toEqual([]);
      await migrate(db);
      expect(await pendingMigrations(db)).toEqual([]);
      const created = await tables();
      expect(created).toContain("messages");
      await rollbackAll(db);
      expect(await tables()).toEqual([]);
      await migrate(db);
      expect(await tables()).toEqual(created);
      expect(await migrate(db)).toEqual([]);
    } finally {
      await close();
    }
  });
});
