import { validationFailed } from "./problem";

/** Length above which texts skip the table, in UTF-16 units. Messages and names are far shorter. */
const SCRATCH_SIZE = 4096;
const scratch = Buffer.alloc(SCRATCH_SIZE);

/** End of Latin Extended-A, which covers the languages of Europe and the Americas in Latin script. */
const TABLE_SIZE = 0x180;
const NO_SHORTCUT = 0;

/** Folded form of each character if it is a single Latin-1 character, else `NO_SHORTCUT`. */
const FOLDED = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => {
  const folded = foldAnyText(String.fromCharCode(code));
  return folded.length === 1 && folded.charCodeAt(0) <= 0xff ? folded.charCodeAt(0) : NO_SHORTCUT;
});

/**
 * Returns the form in which texts are compared and searched: without case, diacritics and presentation
 * differences (Unicode compatibility forms). The databases do not fold, so both find the same results.
 * Folding works character by character, so part of a text, once folded, is always found in the folded whole.
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

/** Returns the same as `foldForSearch` for any text, without the table. A test compares the two. */
export function foldAnyText(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  // Lower-casing turns a capital sigma at the end of a word into another letter than elsewhere.
  return bare.toLowerCase().replaceAll("ς", "σ");
}

/**
 * Returns the folded search text. Throws 400 if nothing remains, for example of accents alone: every text
 * would match.
 */
export function searchedText(text: string): string {
  const folded = foldForSearch(text);
  if (folded === "") {
    throw validationFailed("The search has no searchable characters", [
      { field: "search", message: "must have more than accents" },
    ]);
  }
  return folded;
}

/**
 * Returns a pattern for `LIKE ? ESCAPE '\'` on a folded column. It matches the text anywhere; `%`, `_` and
 * `\` are escaped.
 */
export const likePattern = (text: string) => `%${searchedText(text).replace(/[\\%_]/g, "\\$&")}%`;
