import { isWellFormedText } from "../platform/text";

// What carriers' programs say, whatever their documents promise.

const MAX_REFERENCE = 255;

/** What a carrier calls a message. It is a key in the database. */
export const isReference = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= MAX_REFERENCE && isWellFormedText(value);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A carrier's own code, which many give as a number; null where there is none. */
export function codeOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : null;
}

/** A carrier's words; null where it has none. */
export const wordsOf = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value : null;
