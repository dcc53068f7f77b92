/**
 * Returns whether every database and carrier can store the text. PostgreSQL refuses NUL, and UTF-8 cannot
 * encode half of a surrogate pair.
 */
export function isWellFormedText(text: string): boolean {
  return !text.includes("\0") && (text as WellFormedString).isWellFormed();
}

/** Methods of ES2024, in Node since version 20. */
type WellFormedString = string & { isWellFormed(): boolean; toWellFormed(): string };

/** Returns at most `most` UTF-16 units of the text, without half of a surrogate pair. */
export function shortened(text: string, most: number): string {
  return (text.slice(0, most) as WellFormedString).toWellFormed();
}

/** Maximum characters of a name. The contract's pattern allows surrounding white space in addition. */
export const MAX_NAME_LENGTH = 120;

/** Returns a name as it is stored and compared, without surrounding white space. */
export function cleanName(name: string): string {
  return name.trim();
}

/**
 * Returns the key that decides whether two names are equal, whatever their case and the encoding of their
 * accents.
 */
export const nameKey = (name: string) => name.normalize("NFC").toLowerCase();
