import { CommanderError } from "commander";
import { BackupError } from "../app/backup-manifest";
import { ConfigError } from "../platform/config-error";
import { CopyError } from "../platform/db/copy/copy-error";
import { isDatabaseAway, isDatabaseRefused, isDatabaseUnusable } from "../platform/db/errors";
import { errorText } from "../platform/error-text";
import { DriverMissingError } from "../platform/db/sqlite-driver";
import { SchemaAheadError } from "../platform/db/migrate";
import { DirectoryInUseError } from "../platform/db/process-lock";
import { Problem } from "../platform/problem";

export class CommandError extends Error {
  override readonly name = "CommandError";
}

export class UsageError extends Error {
  override readonly name = "UsageError";
}

export type ErrorClass = typeof CommandError | typeof UsageError;

export const EXIT_OK = 0;
export const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Returns the exit code and message of an error. `line` is null if commander printed the message. */
export function failure(error: unknown): { exitCode: number; line: string | null } {
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? EXIT_OK : EXIT_USAGE, line: null };
  }
  if (error instanceof UsageError) return { exitCode: EXIT_USAGE, line: error.message };
  return { exitCode: EXIT_FAILED, line: explained(error) };
}

/** Errors whose message is written for the operator. */
const OPERATOR_ERRORS = [
  BackupError,
  CommandError,
  ConfigError,
  CopyError,
  DirectoryInUseError,
  DriverMissingError,
  Problem,
  SchemaAheadError,
];

function explained(error: unknown): string {
  if (OPERATOR_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message;
  const reason = errorText(error);
  if (isDatabaseRefused(error)) return `The database rejects the login: ${reason}`;
  return isDatabaseAway(error) || isDatabaseUnusable(error)
    ? `The database cannot be used: ${reason}`
    : `Unexpected: ${reason}`;
}
