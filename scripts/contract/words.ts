import type { Problem } from "./read-contract";

/** A problem as the terminal shows it: `openapi/schemas/Template.yaml:2:6 (rule)` and the message below. */
export function inWords({ file, line, column, rule, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  return `${place} (${rule})\n  ${message}`;
}

/** Reads PORT; throws with a sentence when it is no port. */
export function portFrom(value: string | undefined, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`PORT must be a number from 1 to 65535, not ${value}`);
  return port;
}
