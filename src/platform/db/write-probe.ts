import type { Knex } from "knex";
import { type Db, dialectOf } from "./dialect";
import { isStorageFailure } from "./errors";
import { errorText } from "../error-text";
import type { SafePostgresClient } from "./postgres-dialect";

/** Time after a storage failure during which the database counts as not writable, in milliseconds. */
const FAILURE_COUNTS_MS = 3_000;

interface Failure {
  at: number;
  reason: string;
}

/** Last storage failure by knex config. A database's connection and its transactions share one config. */
const failures = new WeakMap<Knex.Config, Failure>();

export function recordFailure(config: Knex.Config, error: unknown): void {
  if (isStorageFailure(error)) failures.set(config, { at: performance.now(), reason: errorText(error) });
}

/**
 * Returns the reason why the database accepts no writes, such as a full disk, a standby or a read-only role.
 * Returns null if the database accepts writes, and rejects if it does not respond.
 */
export async function writeRefusal(db: Db): Promise<string | null> {
  const refusal = dialectOf(db) === "sqlite" ? await sqliteRefusal(db) : await postgresRefusal(db);
  return refusal && `The database cannot be written to: ${refusal}`;
}

async function sqliteRefusal(db: Db): Promise<string | null> {
  try {
    // Writes to the log, but changes nothing.
    await db.raw("pragma user_version = 0");
  } catch (error) {
    if (!isStorageFailure(error)) throw error;
    return errorText(error);
  }
  // The log may have had room for a small write, so a recent failure still counts.
  const failure = failures.get((db.client as { config: Knex.Config }).config);
  return failure && performance.now() - failure.at < FAILURE_COUNTS_MS ? failure.reason : null;
}

interface PostgresModes {
  standby: boolean;
  readOnly: boolean;
}

async function postgresModes(db: Db): Promise<PostgresModes | undefined> {
  const { rows } = await db.raw<{ rows: PostgresModes[] }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly"`,
  );
  return rows[0];
}

/** Returns why PostgreSQL accepts no writes. The pools then reconnect, because the primary may have moved. */
async function postgresRefusal(db: Db): Promise<string | null> {
  const reason = readOnlyReason(await postgresModes(db));
  if (reason !== null) (db.client as SafePostgresClient).abandonServer();
  return reason;
}

function readOnlyReason(modes: PostgresModes | undefined): string | null {
  if (modes?.standby) return "DATABASE_URL points to a standby: set it to the primary server";
  return modes?.readOnly ? "default_transaction_read_only is on for this server, database or role" : null;
}
