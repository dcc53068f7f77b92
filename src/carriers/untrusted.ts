import { isWellFormedText } from "../platform/text";

// Parsers for values from carriers, which may differ from the carrier's documentation.

const MAX_REFERENCE = 255;

/** Whether the value can be a carrier's reference. References are keys in the database. */
export const isReference = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFERENCE && isWellFormedText(value);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a carrier's error code as text, since many carriers send a number; null if there is none. */
export function codeOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns a carrier's text; null if it is blank or not a string. */
export const wordsOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;
