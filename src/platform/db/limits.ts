import type { Knex } from "knex";
import { type Db, dialectOf, fitting, lockName } from "./dialect";

/**
 * Time limits on PostgreSQL, in milliseconds. The server enforces all limits but `response` and rolls back.
 * The client enforces `response`, for a frozen or unreachable server. `response` must be the longest limit:
 * after this limit the client can only disconnect, without the result of its last statement.
 */
export interface Limits {
  /** Duration of a statement, including its waits. */
  statement: number;
  lock: number;
  /** Pause between two statements of a transaction. */
  idle: number;
  /** Time until the server responds to a statement. */
  response: number;
}

export const LIMITS: Limits = { statement: 30_000, lock: 10_000, idle: 30_000, response: 60_000 };

/** Longest waits for connections, in milliseconds. */
export interface Waits {
  /** Time to find a PostgreSQL server among all hosts. Shorter than `acquire`. */
  connect: number;
  /** Wait for a free connection of the pool, on both databases. */
  acquire: number;
}

export const WAITS: Waits = { connect: 4_000, acquire: 5_000 };

/**
 * Limits of the operator's long jobs, which may read every row. A job that waits for a lock delays other
 * transactions, so the lock limit stays short.
 */
export const LONG_LIMITS: Limits = {
  ...LIMITS,
  statement: 12 * 3_600_000,
  response: 12 * 3_600_000 + 60_000,
};

/** `LONG_LIMITS` with a long lock limit, to wait until another process has finished the same job. */
export const LOCK_WAIT_LIMITS: Limits = { ...LONG_LIMITS, lock: LONG_LIMITS.statement - 3_600_000 };

export interface LimitedTransactionConfig extends Knex.TransactionConfig {
  limits?: Limits;
}

/** Runs a transaction with the given limits, which SQLite ignores. */
export function transactionWithin<T>(
  db: Knex,
  limits: Limits,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  const config: LimitedTransactionConfig = { limits };
  return db.transaction(work, config);
}

/**
 * Runs queries that only read, with the given limits. SQLite runs them outside a transaction, which would
 * hold its write lock.
 */
export async function readWithin<T>(db: Knex, limits: Limits, work: (db: Db) => Promise<T>): Promise<T> {
  return dialectOf(db) === "sqlite" ? work(db) : transactionWithin(db, limits, work);
}

/** Returns statements that set the server's limits. `local` limits end with the transaction. */
export function limitStatements({ statement, lock, idle }: Limits, scope: "local" | "session"): string {
  return Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idle,
  })
    .map(([name, milliseconds]) => `set ${scope} ${name} = ${Math.round(milliseconds)};`)
    .join(" ");
}

/** Returns the maximum number of concurrent statements. SQLite has a single connection. */
export const atOnce = (db: Db, postgres: number): number => fitting(db, { sqlite: 1, postgres });

/** Returns the maximum number of messages per query, which is lower on SQLite: queries block the process. */
export const messagesAtOnce = (db: Db): number => fitting(db, { sqlite: 300, postgres: 1_000 });

/** Runs a long transaction under the exclusive lock of a name. */
export function exclusively<T>(
  db: Knex,
  name: string,
  work: (trx: Knex.Transaction) => Promise<T>,
): Promise<T> {
  return transactionWithin(db, LOCK_WAIT_LIMITS, async (trx) => {
    await lockName(trx, name);
    return work(trx);
  });
}
