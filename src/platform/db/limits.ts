import type { Knex } from "knex";
import { type Db, fitting } from "./dialect";

/**
 * How long things may take on PostgreSQL, in milliseconds. All but `answer` are kept by the server, which undoes what it
 * ends. `answer` is the client's: it is for a server that froze or cannot be reached, and must be the longest, since
 * the client can only leave, and cannot know what became of its last statement.
 */
export interface Limits {
  /** A statement, with what it waits for. */
  statement: number;
  /** The wait for one lock. */
  lock: number;
  /** The pause between two statements of a transaction. */
  idle: number;
  /** The wait for the server's answer to one statement. */
  answer: number;
}

/** What requests and background work get. */
export const LIMITS: Limits = { statement: 30_000, lock: 10_000, idle: 30_000, answer: 60_000 };

/** What the operator's long jobs get: they may read every row, but make nobody else wait longer for a lock. */
export const LONG_LIMITS: Limits = {
  ...LIMITS,
  statement: 12 * 3_600_000,
  answer: 12 * 3_600_000 + 60_000,
};

/** As `LONG_LIMITS`, for waiting until another process has done the same job. */
export const PATIENT_LIMITS: Limits = { ...LONG_LIMITS, lock: LONG_LIMITS.statement - 3_600_000 };

/** The config of a transaction as the dialect of PostgreSQL reads it (postgres-dialect.ts). */
export interface LimitedTransactionConfig extends Knex.TransactionConfig {
  limits?: Limits;
}

/** A transaction with limits of its own. On SQLite there are none. */
export function transactionWithin<T>(
  db: Knex,
  limits: Limits,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const config: LimitedTransactionConfig = { limits };
  return db.transaction(work, config);
}

/** The server's limits, as statements; `local` ones end with the transaction. */
export function limitStatements({ statement, lock, idle }: Limits, scope: "local" | "session"): string {
  return Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
  })
    .map(([name, milliseconds]) => `set ${scope} ${name} = ${Math.round(milliseconds)};`)
    .join(" ");
}

/** Statements that run concurrently, at most: `postgres` on PostgreSQL; SQLite has one connection and one writer. */
export const atOnce = (db: Db, postgres: number): number => fitting(db, { sqlite: 1, postgres });

/** Messages that one transaction writes or one query reads, at most: SQLite holds up everything else for that time. */
export const messagesAtOnce = (db: Db): number => fitting(db, { sqlite: 300, postgres: 1_000 });
