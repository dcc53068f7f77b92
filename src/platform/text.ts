/** Returns whether a text has neither NUL, which PostgreSQL refuses, nor lone surrogates. */
export function isWellFormedText(text: string): boolean {
  return !text.includes("\0") && (text as WellFormedString).isWellFormed();
}

type WellFormedString = string & { isWellFormed(): boolean; toWellFormed(): string };

/** Returns at most `max` UTF-16 units of the text. Replaces a surrogate whose other half was cut off. */
export function shortened(text: string, max: number): string {
  return (text.slice(0, max) as WellFormedString).toWellFormed();
}

/** Returns whether a text has more than `max` characters (code points), which the contract's limits count. */
export function isLonger(text: string, max: number): boolean {
  if (text.length <= max) return false;
  return text.length > 2 * max || [...text].length > max;
}

/**
 * Maximum characters of a name. Surrounding white space, which the contract's pattern allows, does not count.
 */
export const MAX_NAME_LENGTH = 120;

export function cleanName(name: string): string {
  return name.trim();
}

/** Returns the key by which names are compared. Ignores case and the Unicode encoding of accents. */
export const nameKey = (name: string) => name.normalize("NFC").toLowerCase();

/** Returns a text in lower case and without accents. */
export const unaccented = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
