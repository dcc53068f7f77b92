/** Returns the error message in one line, without the statement that knex prepends. */
export function errorText(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  const words = typeof message === "string" ? message.split(" - ").at(-1)?.split("\n")[0] : undefined;
  return words || (typeof code === "string" ? code : String(error));
}

/** Returns the message of an error, or another thrown value as text. */
export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
