import type { Knex } from "knex";
import { setTimeout as sleep } from "node:timers/promises";
import { oldestBuildFor } from "./compatibility";
import { type Db, dialectOf } from "./dialect";
import { retry } from "../concurrency/retry";
import { SECOND } from "../time";
import { isLockConflict, isSqliteBusy } from "./errors";
import { LIMITS, LOCK_WAIT_LIMITS, transactionWithin } from "./limits";
import * as firstSchema from "./migrations/0001_first_schema";
import * as operatorCommands from "./migrations/0002_operator_commands";
import * as retention from "./migrations/0003_retention";
import * as listIndexes from "./migrations/0004_list_indexes";
import * as pausedCarriers from "./migrations/0005_paused_carriers";
import * as traceContext from "./migrations/0006_trace_context";
import * as privacyRequests from "./migrations/0007_privacy_requests";
import * as personErasures from "./migrations/0008_person_erasures";
import * as campaignStatusIndex from "./migrations/0009_campaign_status_index";
import * as inbox from "./migrations/0010_inbox";
import * as namesInOrder from "./migrations/0011_names_in_order";
import * as campaignResponses from "./migrations/0012_campaign_responses";
import * as optOutWords from "./migrations/0013_opt_out_words";
import * as purpose from "./migrations/0014_purpose";
import * as scheduledMessages from "./migrations/0015_scheduled_messages";
import * as tags from "./migrations/0017_tags";
import * as sendingRules from "./migrations/0018_sending_rules";
import * as submissionReservations from "./migrations/0019_submission_reservations";
import * as consents from "./migrations/0020_consents";
import * as formerNumbers from "./migrations/0021_former_numbers";
import * as scheduledMedia from "./migrations/0022_scheduled_media";
import * as earlierSecrets from "./migrations/0023_earlier_secrets";

export interface Migration {
  name: string;
  up(db: Knex): Promise<void>;
  down(db: Knex): Promise<void>;
}

/** All migrations, oldest first. */
export const migrations: readonly Migration[] = [
  { name: "0001_first_schema", ...firstSchema },
  { name: "0002_operator_commands", ...operatorCommands },
  { name: "0003_retention", ...retention },
  { name: "0004_list_indexes", ...listIndexes },
  { name: "0005_paused_carriers", ...pausedCarriers },
  { name: "0006_trace_context", ...traceContext },
  { name: "0007_privacy_requests", ...privacyRequests },
  { name: "0008_person_erasures", ...personErasures },
  { name: "0009_campaign_status_index", ...campaignStatusIndex },
  { name: "0010_inbox", ...inbox },
  { name: "0011_names_in_order", ...namesInOrder },
  { name: "0012_campaign_responses", ...campaignResponses },
  { name: "0013_opt_out_words", ...optOutWords },
  { name: "0014_purpose", ...purpose },
  { name: "0015_scheduled_messages", ...scheduledMessages },
  { name: "0017_tags", ...tags },
  { name: "0018_sending_rules", ...sendingRules },
  { name: "0019_submission_reservations", ...submissionReservations },
  { name: "0020_consents", ...consents },
  { name: "0021_former_numbers", ...formerNumbers },
  { name: "0022_scheduled_media", ...scheduledMedia },
  { name: "0023_earlier_secrets", ...earlierSecrets },
];

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

const RECORD = "knex_migrations";

const configFor = (known: readonly Migration[]): Knex.MigratorConfig => ({
  tableName: RECORD,
  migrationSource: {
    getMigrations: async () => [...known],
    getMigrationName: (migration: Migration) => migration.name,
    getMigration: async (migration: Migration) => migration,
  },
  // Unknown migrations are from a newer build. `schemaState` decides whether this build works with them.
  disableMigrationsListValidation: true,
});

type SchemaState =
  | { kind: "current" }
  | { kind: "behind"; pending: string[] }
  /** A newer build has made a change that this build does not support. */
  | { kind: "ahead"; reason: string };

/** Error of a schema that a newer build has changed. The message is the single line shown to the operator. */
export class SchemaAheadError extends Error {
  override readonly name = "SchemaAheadError";
}

/** Compares the schema with the build whose migrations are `known`. */
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

/** Returns the applied migrations, including those of other builds. */
export async function recordedMigrations(db: Db): Promise<string[]> {
  if (!(await db.schema.hasTable(RECORD))) return [];
  return (await db(RECORD).orderBy("id").pluck("name")) as string[];
}

export interface SchemaStatus {
  /** Newest applied migration; null for a database without tables. */
  schema: string | null;
  /** Newest migration of this build. */
  build: string;
  /** State of the schema. `newer`: a newer build has migrated the database, and this build works with it. */
  state: SchemaState["kind"] | "newer";
  pending: string[];
  /** Applied migrations that this build does not know. */
  unknown: string[];
}

export async function schemaStatus(db: Db, known: readonly Migration[] = migrations): Promise<SchemaStatus> {
  const recorded = await recordedMigrations(db);
  const names = known.map(({ name }) => name);
  const { kind } = await schemaState(db, known);
  const unknown = recorded.filter((name) => !names.includes(name));
  return {
    schema: [...recorded].sort().at(-1) ?? null,
    build: names.at(-1) ?? "none",
    state: kind === "current" && unknown.length > 0 ? "newer" : kind,
    pending: names.filter((name) => !recorded.includes(name)),
    unknown,
  };
}

/** Pauses after attempts that a lock conflict has ended, in milliseconds: half a minute in total. */
const RETRY_AFTER = [100, 250, 500, ...Array<number>(29).fill(SECOND)];

/**
 * Migrates the schema to the newest version. Returns the names of the migrations that ran. Processes of an
 * older build may use the tables, so the migration repeats after a deadlock or a long wait for a lock.
 */
export async function migrate(db: Knex, known: readonly Migration[] = migrations): Promise<string[]> {
  if (!(await needsMigration(db, known))) return [];
  const attempt = () =>
    underMigrationLock(db, async (trx) => {
      if (!(await needsMigration(trx, known))) return [];
      const [, names] = (await trx.migrate.latest(configFor(known))) as [number, string[]];
      return names;
    });
  return retry(attempt, RETRY_AFTER, isLockConflict);
}

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

/** Advisory lock of migrations. No other advisory lock uses this number. */
const LOCK = 7_264_230_901;
/** Longest wait for another process's migrations on SQLite, in milliseconds. */
const WAIT_FOR_SQLITE_MS = 15 * 60_000;
const POLL_MS = 100;

/**
 * Runs `work` in one transaction, in one process at a time. The lock ends with the transaction, so it does
 * not outlive a crash and works behind PgBouncer. knex's own lock fails instead of waiting.
 */
async function underMigrationLock<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  if (dialectOf(db) === "postgres") {
    return transactionWithin(db, LOCK_WAIT_LIMITS, async (trx) => {
      await trx.raw("select pg_advisory_xact_lock(?)", [LOCK]);
      // All queries of a table wait while this transaction waits for its lock, so the limit is short.
      await trx.raw(`set local lock_timeout = ${LIMITS.lock}`);
      return work(trx);
    });
  }
  const deadline = performance.now() + WAIT_FOR_SQLITE_MS;
  for (;;) {
    let begun = false;
    try {
      return await db.transaction(async (trx) => {
        // Acquires the write lock, even in a file without tables.
        await trx.raw("pragma user_version = 0");
        begun = true;
        return work(trx);
      });
    } catch (error) {
      if (begun || !isSqliteBusy(error) || performance.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}
