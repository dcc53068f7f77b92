/**
 * Whether every database and carrier can hold the text: no NUL, which PostgreSQL refuses, and no half of a surrogate
 * pair, which is no character in UTF-8.
 */
export function isWellFormedText(text: string): boolean {
  return !text.includes("\0") && (text as WellFormedString).isWellFormed();
}

/** ES2024, in Node since version 20. */
type WellFormedString = string & { isWellFormed(): boolean; toWellFormed(): string };

/** At most so many UTF-16 units of the text, and no half of a surrogate pair. */
export function shortened(text: string, most: number): string {
  return (text.slice(0, most) as WellFormedString).toWellFormed();
}

/** Characters that a name may have: the contract says so by a pattern, which lets white space around it pass. */
export const MAX_NAME_LENGTH = 120;

/** A name as it is kept and compared: without white space around it. */
export function cleanName(name: string): string {
  return name.trim();
}

/** What decides whether two names are the same: they may differ in case, and in how their accents are encoded. */
export const nameKey = (name: string) => name.normalize("NFC").toLowerCase();
