import { shortened } from "../../platform/text";

const MAX_WORDS = 500;
const MAX_CODE = 64;

const withoutNul = (text: string) => text.replaceAll("\0", "");

/** Zenvia's words as a message's error shows them. */
export const quoted = (words: string): string => shortened(withoutNul(`Zenvia: ${words}`), MAX_WORDS);

/** A code of Zenvia's as a message's error shows it. */
export const codeText = (code: string): string => shortened(withoutNul(code), MAX_CODE);

/** What Zenvia calls a message or an event. It is a key in the database. */
export const isReference = (value: unknown): value is string =>
  typeof value === "string" && /^[\x21-\x7e]{1,255}$/.test(value);

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
