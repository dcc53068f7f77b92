import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Knex } from "knex";
import { openDatabase } from "../../src/platform/db/connection";
import type { Flush } from "../../src/platform/db/durability";
import type { Limits, Waits } from "../../src/platform/db/limits";
import { MINUTE, SECOND } from "../../src/platform/time";

export const TEMPLATE_DATABASE = "recado_template";

/** Longer waits than those of the service, because a busy machine may suspend a test for seconds. */
export const TEST_WAITS: Waits = { connect: 20 * SECOND, acquire: MINUTE };

/** Opens a database as the service does, by default with the waits of tests. */
export const openForTest = (options: Parameters<typeof openDatabase>[0]): Knex =>
  openDatabase({ waits: TEST_WAITS, ...options });

export type TestDatabase = "SQLite" | "PostgreSQL";

export const databases: readonly TestDatabase[] = ["SQLite", "PostgreSQL"];

export interface OpenTestDatabase {
  db: Knex;
  /** Null on SQLite. */
  url: string | null;
  /** Separate folder of this database. */
  dataDir: string;
  close(): Promise<void>;
}

/** Returns the environment variables of a process that uses the database. */
export const settingsOf = ({
  url,
  dataDir,
}: Pick<OpenTestDatabase, "url" | "dataDir">): Record<string, string> => ({
  RECADO_DATA_DIR: dataDir,
  ...(url === null ? {} : { DATABASE_URL: url }),
});

interface OpenOptions {
  migrated?: boolean;
  limits?: Limits;
  flush?: Flush | null;
}

/** Opens a new database for all tests of the enclosing `describe`, or with `each` for each of its tests. */
export function testDatabase(
  kind: TestDatabase,
  { each = false, ...options }: OpenOptions & { each?: boolean } = {},
): OpenTestDatabase {
  let opened: OpenTestDatabase | undefined;
  (each ? beforeEach : beforeAll)(async () => {
    opened = await openTestDatabase(kind, options);
  });
  (each ? afterEach : afterAll)(() => opened?.close());
  const current = () => {
    if (!opened) throw new Error("the database is open only within tests");
    return opened;
  };
  return new Proxy({} as OpenTestDatabase, { get: (_, name) => Reflect.get(current(), name) as unknown });
}

/** Opens a new, empty database. By default it has the newest schema. */
export async function openTestDatabase(
  kind: TestDatabase,
  { migrated = true, limits, flush = null }: OpenOptions = {},
): Promise<OpenTestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-test-"));
  const removeDir = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === "SQLite") {
    const sqliteFile = join(dataDir, "recado.sqlite");
    if (migrated) copyFileSync(ofRun("RECADO_TEST_SQLITE"), sqliteFile);
    // By default, SQLite does not flush. Tests need no protection from power cuts, and flushes would take
    // most of the run.
    const db = openForTest({ url: null, sqliteFile, poolSize: 1, flush });
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
  const server = ofRun("RECADO_TEST_POSTGRES");
  const name = `recado_${randomBytes(6).toString("hex")}`;
  const admin = openForTest({ url: `${server}/postgres`, sqliteFile: "", poolSize: 1 });
  await admin.raw(
    migrated
      ? `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`
      : `create database ${name}`,
  );
  const url = `${server}/${name}`;
  const db = openForTest({ url, sqliteFile: "", poolSize: 8, limits });
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

/** Returns a value that `global-setup.ts` has set for the test run. */
function ofRun(name: "RECADO_TEST_POSTGRES" | "RECADO_TEST_SQLITE"): string {
  const value = process.env[name];
  if (!value) throw new Error("the databases for tests are missing: run the tests with npm test");
  return value;
}
