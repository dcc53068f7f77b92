import type { Knex } from "knex";
import { setTimeout as sleep } from "node:timers/promises";
import { oldestBuildFor } from "./compatibility";
import { type Db, dialectOf } from "./dialect";
import { isSqliteBusy } from "./errors";
import { LIMITS, PATIENT_LIMITS, transactionWithin } from "./limits";
import * as firstSchema from "./migrations/0001_first_schema";

export interface Migration {
  name: string;
  up(db: Knex): Promise<void>;
  down(db: Knex): Promise<void>;
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [{ name: "0001_first_schema", ...firstSchema }];

/** The names of all migrations, oldest first. */
export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

const RECORD = "knex_migrations";

const configFor = (known: readonly Migration[]): Knex.MigratorConfig => ({
  tableName: RECORD,
  migrationSource: {
    getMigrations: async () => [...known],
    getMigrationName: (migration: Migration) => migration.name,
    getMigration: async (migration: Migration) => migration,
  },
  // Migrations that this build does not know are those of a newer one; `schemaState` says whether it can work with them.
  disableMigrationsListValidation: true,
});

/** How the schema stands to this build. */
export type SchemaState =
  | { kind: "current" }
  /** Migrations have yet to run. */
  | { kind: "behind"; pending: string[] }
  /** A newer build has changed it in ways that this one cannot work with. */
  | { kind: "ahead"; reason: string };

/** The schema was made for a newer build. The message is the one line that the operator reads. */
export class SchemaAheadError extends Error {
  override readonly name = "SchemaAheadError";
}

/** Compares the schema with a build, which is its list of migrations: this build's unless a test gives another. */
export async function schemaState(db: Db, known: readonly Migration[] = migrations): Promise<SchemaState> {
  const recorded = await recordedMigrations(db);
  const names = known.map(({ name }) => name);
  if (recorded.some((name) => !names.includes(name))) {
    const own = names.at(-1) ?? "";
    const oldest = await oldestBuildFor(db);
    if (oldest === null || own < oldest) return { kind: "ahead", reason: aheadReason(recorded, oldest, own) };
  }
  const pending = names.filter((name) => !recorded.includes(name));
  return pending.length > 0 ? { kind: "behind", pending } : { kind: "current" };
}

function aheadReason(recorded: readonly string[], oldest: string | null, own: string): string {
  const newest = [...recorded].sort().at(-1);
  const from = oldest === null ? "" : `, and builds from ${oldest} on work with it`;
  return `The database was upgraded by a newer build (to ${newest}${from}); this build ends with ${own}: start the newer one`;
}

/** What has been applied, by whichever build. Nothing, where no migration ever ran. */
async function recordedMigrations(db: Db): Promise<string[]> {
  if (!(await db.schema.hasTable(RECORD))) return [];
  return (await db(RECORD).orderBy("id").pluck("name")) as string[];
}

/** The migrations that have yet to run: a service does not start while there are any. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const state = await schemaState(db);
  return state.kind === "behind" ? state.pending : [];
}

/** Brings the schema to the newest version; answers the names of the migrations that ran. */
export async function migrate(db: Knex, known: readonly Migration[] = migrations): Promise<string[]> {
  if (!(await needsMigration(db, known))) return [];
  return underMigrationLock(db, async (trx) => {
    if (!(await needsMigration(trx, known))) return [];
    const [, names] = (await trx.migrate.latest(configFor(known))) as [number, string[]];
    return names;
  });
}

/** Takes every migration back, newest first. */
export async function rollbackAll(db: Knex, known: readonly Migration[] = migrations): Promise<string[]> {
  return underMigrationLock(db, async (trx) => {
    await needsMigration(trx, known);
    const [, names] = (await trx.migrate.rollback(configFor(known), true)) as [number, string[]];
    return names;
  });
}

async function needsMigration(db: Db, known: readonly Migration[]): Promise<boolean> {
  const state = await schemaState(db, known);
  if (state.kind === "ahead") throw new SchemaAheadError(state.reason);
  return state.kind === "behind";
}

/** Any number that no other lock of the database has. */
const LOCK = 7_264_230_901;
/** How long to wait for another process's migrations on SQLite, in milliseconds, and how often to look. */
const WAIT_FOR_SQLITE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Runs `work` in one transaction, in one process at a time: all of it is done, or nothing. The lock is the transaction's,
 * so that no crash leaves it behind, and holds behind PgBouncer as well. knex's own lock lets nobody wait.
 */
async function underMigrationLock<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "postgres") {
    return transactionWithin(db, PATIENT_LIMITS, async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(?)", [LOCK]);
      // From here on it is tables that are waited for, and everybody else waits behind.
      await trx.raw(`set local lock_timeout = ${LIMITS.lock}`);
      return work(trx);
    });
  }
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    let begun = false;
    try {
      return await db.transaction(async (trx) => {
        // Takes the lock for writing, also in a file without a table.
        await trx.raw("pragma user_version = 0");
        begun = true;
        return work(trx);
      });
    } catch (error) {
      if (begun || !isSqliteBusy(error) || waited > WAIT_FOR_SQLITE_MS) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
}
