import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { openDatabase } from "../../src/db/connection";
import type { Flush } from "../../src/db/durability";
import type { Limits } from "../../src/db/limits";
import { migrate } from "../../src/db/migrate";

export type TestDatabase = "SQLite" | "PostgreSQL";

/** Every behaviour is tested on both. */
export const databases: readonly TestDatabase[] = ["SQLite", "PostgreSQL"];

const TEMPLATE_DATABASE = "recado_template";

export interface OpenTestDatabase {
  db: Knex;
  /** Null on SQLite. */
  url: string | null;
  /** A folder of this test's own. */
  dataDir: string;
  close(): Promise<void>;
}

/** An empty database with the newest schema, of its own for each caller. */
export async function openTestDatabase(
  kind: TestDatabase,
  {
    migrated = true,
    limits,
    flush = null,
  }: { migrated?: boolean; limits?: Limits; flush?: Flush | null } = {},
): Promise<OpenTestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-test-"));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === "SQLite") {
    const sqliteFile = join(dataDir, "recado.sqlite");
    // By default nothing here has to outlive a power cut, and hundreds of flushes would be most of the run.
    const db = openDatabase({ url: null, sqliteFile, poolSize: 1, flush });
    if (migrated) await migrate(db);
    return {
      db,
      url: null,
      dataDir,
      async close() {
        await db.destroy();
        removeDir();
      },
    };
  }
  const server = process.env.RECADO_TEST_POSTGRES;
  if (!server) throw new Error("the tests' PostgreSQL is not running: run them with npm test");
  const name = `recado_${randomBytes(6).toString("hex")}`;
  const admin = openDatabase({ url: `${server}/postgres`, sqliteFile: "", poolSize: 1 });
  await admin.raw(
    migrated ? `create database ${name} template ${TEMPLATE_DATABASE}` : `create database ${name}`,
  );
  const url = `${server}/${name}`;
  const db = openDatabase({ url, sqliteFile: "", poolSize: 8, limits });
  return {
    db,
    url,
    dataDir,
    async close() {
      await db.destroy();
      await admin.raw(`drop database if exists ${name} with (force)`);
      await admin.destroy();
      removeDir();
    },
  };
}
