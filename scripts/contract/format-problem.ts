import type { Problem } from "./read-contract";

/** Formats a problem for the terminal: `openapi/schemas/Template.yaml:2:6 (rule)`, then the message. */
export function formatProblem({ file, line, column, rule, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  return `${place} (${rule})\n  ${message}`;
}

/** Formats the problems of one reading. Editors detect the start and end by the first and last line. */
export function formatReading(problems: readonly Problem[], at: string): string {
  const end = problems.length === 0 ? "the contract is valid" : `problems: ${problems.length}`;
  return [`${at} the contract was read`, ...problems.map(formatProblem), `${at} ${end}`].join("\n");
}

/** Parses the variable PORT. Returns `defaultPort` if it is empty. Throws if the value is not a port. */
export function portFrom(value: string | undefined, defaultPort: number): number {
  if (value === undefined || value === "") return defaultPort;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`PORT must be a number from 1 to 65535, not ${value}`);
  return port;
}
