import type { Knex } from "knex";
import { type Db, fitting } from "./dialect";

/**
 * Time limits on PostgreSQL, in milliseconds. The server enforces all but `answer` and rolls back the work
 * that it ends. The client enforces `answer`, for a server that froze or is unreachable. It must be the
 * longest: the client can only disconnect, and the result of its last statement stays unknown.
 */
export interface Limits {
  /** One statement, including its waits. */
  statement: number;
  /** The wait for one lock. */
  lock: number;
  /** The pause between two statements of a transaction. */
  idle: number;
  /** The wait for the server's response to one statement. */
  answer: number;
}

/** Limits of requests and background work. */
export const LIMITS: Limits = { statement: 30_000, lock: 10_000, idle: 30_000, answer: 60_000 };

/**
 * Limits of the operator's long jobs, which may read every row. The lock limit stays short, so a job does not
 * make other transactions wait longer.
 */
export const LONG_LIMITS: Limits = {
  ...LIMITS,
  statement: 12 * 3_600_000,
  answer: 12 * 3_600_000 + 60_000,
};

/** `LONG_LIMITS` with a long lock wait, for waiting until another process has finished the same job. */
export const PATIENT_LIMITS: Limits = { ...LONG_LIMITS, lock: LONG_LIMITS.statement - 3_600_000 };

/** Config of a transaction, as the PostgreSQL dialect reads it (postgres-dialect.ts). */
export interface LimitedTransactionConfig extends Knex.TransactionConfig {
  limits?: Limits;
}

/** Runs a transaction with the given limits. SQLite has no limits. */
export function transactionWithin<T>(
  db: Knex,
  limits: Limits,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const config: LimitedTransactionConfig = { limits };
  return db.transaction(work, config);
}

/** Returns statements that set the server's limits; `local` limits end with the transaction. */
export function limitStatements({ statement, lock, idle }: Limits, scope: "local" | "session"): string {
  return Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
  })
    .map(([name, milliseconds]) => `set ${scope} ${name} = ${Math.round(milliseconds)};`)
    .join(" ");
}

/**
 * Returns the maximum number of concurrent statements: `postgres` on PostgreSQL, 1 on SQLite, which has a
 * single connection.
 */
export const atOnce = (db: Db, postgres: number): number => fitting(db, { sqlite: 1, postgres });

/**
 * Returns the maximum number of messages per transaction or query. It is lower on SQLite, which blocks the
 * process during a statement.
 */
export const messagesAtOnce = (db: Db): number => fitting(db, { sqlite: 300, postgres: 1_000 });
