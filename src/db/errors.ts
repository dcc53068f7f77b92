function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** Whether a statement broke a unique index, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return code === "23505" || code === "SQLITE_CONSTRAINT_UNIQUE" || code === "SQLITE_CONSTRAINT_PRIMARYKEY";
}

// Connection refused, reset or timed out; PostgreSQL's classes 08 (connection), 53 (resources) and 57P (shutdown).
const AWAY =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|EHOSTUNREACH|08\w{3}|53\w{3}|57P0[123]|SQLITE_BUSY.*)$/;
const AWAY_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Unable to acquire a connection/;

/** Whether the database could not be reached or did not answer, as against a statement that it refused. */
export function isDatabaseAway(error: unknown): boolean {
  if (error === null || typeof error !== "object") return false;
  const { name, message } = error as { name?: unknown; message?: unknown };
  return AWAY.test(codeOf(error)) || name === "KnexTimeoutError" || AWAY_MESSAGE.test(String(message));
}
