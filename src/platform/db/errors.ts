function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** Whether a statement broke a unique index, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

/** Whether SQLite gave up waiting because another process is writing. */
export function isSqliteBusy(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY");
}

/** Tries of a transaction that others keep getting in the way of. */
const DEADLOCK_TRIES = 3;

/** Runs a whole transaction again that PostgreSQL ended because it and another one waited for each other. */
export async function retryDeadlocks<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction();
    } catch (error) {
      if (codeOf(error) !== "40P01" || tries === DEADLOCK_TRIES) throw error;
    }
  }
}

// Connection refused, reset or timed out; PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown); what
// it ended at a limit (57014 statement, 55P03 lock, 25P03 and 25P04 transaction, 57P05 session) or in favour of another
// transaction (40001, 40P01); a server that has become a standby (25006).
const AWAY =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0[1235]|57014|55P03|25P0[34]|25006|40001|40P01|SQLITE_BUSY.*|SQLITE_ABORT_ROLLBACK)$/;
const AWAY_MESSAGE =
  /Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error|Client was closed|Unable to acquire a connection/;

// What a statement meets whose connection was closed under it: by the server (its operator: 57P01, 57P02; a limit of
// idleness: 25P03, 57P05) or the network.
const CONNECTION_LOST = /^(ECONNRESET|EPIPE|57P0[125]|25P03|08003|08006)$/;
const CONNECTION_LOST_MESSAGE = /Connection terminated|Client has encountered a connection error/;

/** Whether the connection was closed under a statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error === null || typeof error !== "object") return false;
  return (
    CONNECTION_LOST.test(codeOf(error)) ||
    CONNECTION_LOST_MESSAGE.test(String((error as { message?: unknown }).message))
  );
}

/**
 * A second try, and no third, where the connection was lost: after a fail-over each pooled connection fails once. Only
 * for reads, and writes that may be done twice: the first try may have been carried out.
 */
export async function retryOnce<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return read();
  }
}

/** Why something failed, in one line and without the statement that knex puts before the database's own words. */
export function reasonOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  const words = typeof message === "string" ? message.split(" - ").at(-1)?.split("\n")[0] : undefined;
  return words || (typeof code === "string" ? code : String(error));
}

/** Whether the database does not let the service in: its name, user or password is wrong (classes 28 and 3D). */
export function isDatabaseRefused(error: unknown): boolean {
  return /^(28\w{3}|3D\w{3})$/.test(codeOf(error));
}

// No room, a disk that fails, a file system that is mounted read-only.
const STORAGE_FAILURE = /^SQLITE_(FULL|IOERR|CANTOPEN|READONLY)/;

/** Whether SQLite could not use its files. */
export const isStorageFailure = (error: unknown) => STORAGE_FAILURE.test(codeOf(error));

/**
 * Whether the database could not be reached or did not get the work done in time, as against a statement that it
 * refused: the same may be tried again later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error === null || typeof error !== "object") return false;
  const { name, message } = error as { name?: unknown; message?: unknown };
  if (isStorageFailure(error)) return true;
  return AWAY.test(codeOf(error)) || name === "KnexTimeoutError" || AWAY_MESSAGE.test(String(message));
}
