import type { Problem } from "./read-contract";

/** A problem as the terminal shows it: `openapi/schemas/Template.yaml:2:6 (rule)` and the message below. */
export function inWords({ file, line, column, rule, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  return `${place} (${rule})\n  ${message}`;
}

/** What a reading of the contract at a time has found: editors know by the first line and the last that it is whole. */
export function readingInWords(problems: readonly Problem[], at: string): string {
  const end = problems.length === 0 ? "the contract is sound" : `problems: ${problems.length}`;
  return [`${at} the contract was read`, ...problems.map(inWords), `${at} ${end}`].join("\n");
}

/** Reads PORT; throws with a sentence when it is no port. */
export function portFrom(value: string | undefined, otherwise: number): number {
  if (value === undefined || value === "") return otherwise;
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`PORT must be a number from 1 to 65535, not ${value}`);
  return port;
}
