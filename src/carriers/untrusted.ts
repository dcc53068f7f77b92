import { isWellFormedText } from "../platform/text";

// Parsers for values from carriers. A value's type may differ from the carrier's documentation.

const MAX_REFERENCE = 255;

/** Returns whether the database can store the value as a carrier's reference of a message. */
export const isReference = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFERENCE && isWellFormedText(value);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/** Returns whether the value is a number from `-max` to `max`. */
export const isBetween = (value: unknown, max: number): value is number =>
  typeof value === "number" && Math.abs(value) <= max;

/** Returns an error code as text, or null. Many carriers send numbers. */
export function codeOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

export const wordsOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;
