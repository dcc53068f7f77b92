import type { Knex } from "knex";
import { serviceUnavailable } from "../problem";
import { type Db, dialectOf } from "./dialect";
import { isStorageFailure, reasonOf } from "./errors";

/** For so long after a write that failed for want of room the database counts as not writable. */
const FAILURE_COUNTS_MS = 5_000;
/** An answer stands for so long: anybody may ask, and each check is flushed to the disk. */
const ANSWER_HOLDS_MS = 1_000;

interface Failure {
  at: number;
  reason: string;
}

/** The last failure of each database's storage, by the configuration that connection and transactions share. */
const failures = new WeakMap<Knex.Config, Failure>();

export function noteFailure(config: Knex.Config, error: unknown): void {
  if (isStorageFailure(error)) failures.set(config, { at: performance.now(), reason: reasonOf(error) });
}

/**
 * Makes a check that the database can be written to, which rejects with 503 where it cannot. Only a full disk under
 * SQLite is found out this way: PostgreSQL looks after its own.
 */
export function writeCheck(db: Db): () => Promise<void> {
  let last: { at: number; answer: Promise<void> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at >= ANSWER_HOLDS_MS) last = { at: now, answer: assertWritable(db) };
    return last.answer;
  };
}

async function assertWritable(db: Db): Promise<void> {
  if (dialectOf(db) !== "sqlite") return;
  try {
    // Changes nothing, and is written like any change.
    await db.raw("pragma user_version = 0");
  } catch (error) {
    throw cannotWrite(reasonOf(error));
  }
  // The log may have had room for that little.
  const failure = failures.get((db.client as { config: Knex.Config }).config);
  if (failure && performance.now() - failure.at < FAILURE_COUNTS_MS) throw cannotWrite(failure.reason);
}

const cannotWrite = (reason: string) => serviceUnavailable(`The database cannot be written to: ${reason}`);
