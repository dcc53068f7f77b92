function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

/** Returns whether a SQLite statement failed because another connection holds a lock. */
export function isSqliteBusy(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY");
}

/** Returns whether PostgreSQL ended a transaction because of a deadlock or a long wait for a lock. */
export const isLockConflict = (error: unknown): boolean => /^(40P01|55P03)$/.test(codeOf(error));

const DEADLOCK_TRIES = 3;

/** Runs a transaction, up to three times if PostgreSQL ends it because of a deadlock. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (codeOf(error) !== "40P01" || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

// Error codes after which a retry may succeed. Network errors and PostgreSQL's classes 08 (connection), 53
// (resources) and 57P (shutdown). Limits that ended the work (57014 statement, 55P03 lock, 25P03 and 25P04
// transaction, 57P05 session). Conflicts with another transaction (40001, 40P01). A server that has become a
// standby (25006).
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0[1235]|57014|55P03|25P0[34]|25006|40001|40P01|SQLITE_BUSY.*|SQLITE_ABORT_ROLLBACK)$/;
const AWAY_MESSAGE =
  /Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed|Unable to acquire a connection/;

// Errors of a closed connection: by the operator (57P01, 57P02), an idle limit (25P03, 57P05) or the network.
const CONNECTION_LOST = /^(ECONNRESET|EPIPE|57P0[125]|25P03|08003|08006)$/;
const CONNECTION_LOST_MESSAGE = /Connection terminated|Client has encountered a connection error/;

const unknownOutcomes = new WeakSet<object>();

/** Marks the error of a write that the server may have committed. */
export const markOutcomeUnknown = (error: object) => void unknownOutcomes.add(error);

/** Returns whether the write that failed may have been committed. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error !== null && typeof error === "object" && unknownOutcomes.has(error);

/** Returns whether a write failed because the server is a standby or read-only (25006). */
export const isReadOnlyServer = (error: unknown): boolean => codeOf(error) === "25006";

export function isConnectionLost(error: unknown): boolean {
  if (error === null || typeof error !== "object") return false;
  return (
    CONNECTION_LOST.test(codeOf(error)) ||
    CONNECTION_LOST_MESSAGE.test(String((error as { message?: unknown }).message))
  );
}

/**
 * Retries once if the connection was lost: after a failover, each pooled connection fails once. The first
 * attempt may have succeeded, so `read` must be a read or an idempotent write.
 */
export async function retryOnce<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return read();
  }
}

/** Returns whether the database rejects the login: wrong database, user or password (classes 28 and 3D). */
export function isDatabaseRefused(error: unknown): boolean {
  return /^(28\w{3}|3D\w{3})$/.test(codeOf(error));
}

const connectFailures = new WeakSet<object>();

/** Marks the error of an attempt to connect. Returns the error. */
export function markConnectFailure(error: unknown): unknown {
  if (error !== null && typeof error === "object") connectFailures.add(error);
  return error;
}

/**
 * Returns whether a start or a command failed because no connection was made, as with an untrusted
 * certificate, or because the role lacks a right (42501).
 */
export const isDatabaseUnusable = (error: unknown): boolean =>
  isDatabaseRefused(error) ||
  codeOf(error) === "42501" ||
  (error !== null && typeof error === "object" && connectFailures.has(error));

const STORAGE_FAILURE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/;

/** Returns whether SQLite could not use its files, for example because the disk is full. */
export const isStorageFailure = (error: unknown) => STORAGE_FAILURE.test(codeOf(error));

/** Returns whether PostgreSQL's Unix socket does not exist, as while the server restarts. */
const isSocketMissing = (error: object) =>
  codeOf(error) === "ENOENT" && (error as { syscall?: unknown }).syscall === "connect";

/**
 * Returns whether a retry may succeed: the database was unreachable, too slow, in conflict, read-only or
 * unable to use its files.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error === null || typeof error !== "object") return false;
  const { name, message } = error as { name?: unknown; message?: unknown };
  if (isStorageFailure(error) || isSocketMissing(error)) return true;
  return AWAY.test(codeOf(error)) || name === "KnexTimeoutError" || AWAY_MESSAGE.test(String(message));
}

/** Returns whether the server has certainly rolled back: a deadlock, a conflict or a time limit. */
export const isRolledBack = (error: unknown): boolean => /^(40001|40P01|55P03|57014)$/.test(codeOf(error));

/**
 * Returns whether a failure concerns one statement and says nothing about its server: a conflict or a time
 * limit, or more temporary files or memory than the server has (53100, 53200).
 */
export const isOfOneStatement = (error: unknown): boolean =>
  isRolledBack(error) || /^(53100|53200)$/.test(codeOf(error));

/**
 * Returns whether a read failed because of its standby, so that it may succeed on the primary. A conflict
 * with replay is 40001, and classes 55, 58 and XX are faults of the server's state, system and data.
 */
export const isStandbyFailure = (error: unknown): boolean =>
  isDatabaseAway(error) || isDatabaseRefused(error) || /^(55|58|XX)\w{3}$/.test(codeOf(error));
