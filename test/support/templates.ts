import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { migrate } from "../../src/platform/db/migrate";
import { openForTest, TEMPLATE_DATABASE } from "./databases";
import type { PostgresServer } from "./postgres-server";

export async function makePostgresTemplate({ url, createDatabase }: PostgresServer): Promise<void> {
  await createDatabase(TEMPLATE_DATABASE);
  await migrateOnly(openForTest({ url: `${url}/${TEMPLATE_DATABASE}`, sqliteFile: "", poolSize: 2 }));
}

/** Creates the migrated SQLite database that every test copies, and returns its path. */
export async function makeSqliteTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "recado-test-sqlite-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "template.sqlite");
  await migrateOnly(openForTest({ url: null, sqliteFile: file, poolSize: 1 }));
  return file;
}

async function migrateOnly(db: Knex): Promise<void> {
  await migrate(db);
  await db.destroy();
}
