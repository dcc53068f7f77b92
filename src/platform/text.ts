import { validationFailed } from "./problem";

/** Longer texts, in UTF-16 units, take the general way. Messages and names are far shorter. */
const SCRATCH_SIZE = 4096;
const scratch = Buffer.alloc(SCRATCH_SIZE);

/** Past Latin Extended-A, which covers the languages of Europe and the Americas in Latin script. */
const TABLE_SIZE = 0x180;
const NO_SHORTCUT = 0;

/** What a character folds to, where that is one character of Latin-1; else `NO_SHORTCUT`. */
const FOLDED = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => {
  const folded = foldAnyText(String.fromCharCode(code));
  return folded.length === 1 && folded.charCodeAt(0) <= 0xff ? folded.charCodeAt(0) : NO_SHORTCUT;
});

/**
 * The form in which texts are compared and searched: without case, diacritics and differences of mere presentation
 * (Unicode compatibility forms). Folding is done here and not by the databases, so that both find the same. It works
 * character by character, so that a folded part of a text is always found in the folded whole.
 */
export function foldForSearch(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const { length } = text;
  if (length > SCRATCH_SIZE) return foldAnyText(text);
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const folded = code < TABLE_SIZE ? (FOLDED[code] as number) : NO_SHORTCUT;
    if (folded === NO_SHORTCUT) return foldAnyText(text);
    scratch[i] = folded;
  }
  return scratch.toString("latin1", 0, length);
}

/** The same answer as `foldForSearch` for any text, without the table, which is tested against this. */
export function foldAnyText(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  // Lower-casing makes a capital sigma at the end of a word a different letter than elsewhere.
  return bare.toLowerCase().replaceAll("ς", "σ");
}

/** What a search looks for, folded. 400 for a text that folds to nothing, such as accents: it would be everywhere. */
export function searchedText(text: string): string {
  const folded = foldForSearch(text);
  if (folded === "") {
    throw validationFailed("The search holds nothing to look for", [
      { field: "search", message: "must hold more than accents" },
    ]);
  }
  return folded;
}

/** A search pattern for `LIKE ? ESCAPE '\'` on a folded column: the text anywhere in it, `%`, `_` and `\` as themselves. */
export const likePattern = (text: string) => `%${searchedText(text).replace(/[\\%_]/g, "\\$&")}%`;

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
