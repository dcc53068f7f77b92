import { validationFailed } from "./problem";

/** Maximum length of a text that is folded by table, in UTF-16 units. Messages and names are far shorter. */
const SCRATCH_SIZE = 4096;
const scratch = Buffer.alloc(SCRATCH_SIZE);

/**
 * Number of characters in the folding table, which ends with Latin Extended-A. It covers European and
 * American languages in Latin script.
 */
const TABLE_SIZE = 0x180;
const NO_SHORTCUT = 0;

/** Folded form of each character if that form is one Latin-1 character, else `NO_SHORTCUT`. */
const FOLDED = Uint8Array.from({ length: TABLE_SIZE }, (_, code) => {
  const folded = foldAnyText(String.fromCharCode(code));
  return folded.length === 1 && folded.charCodeAt(0) <= 0xff ? folded.charCodeAt(0) : NO_SHORTCUT;
});

/**
 * Returns the form in which texts are compared and searched: without case, diacritics and Unicode
 * compatibility forms. The service folds texts, so both databases find the same results. Each character is
 * folded separately, so a folded part of a text is always found in the folded text.
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

/** Folds like `foldForSearch`, but without the table. A test compares the two functions. */
export function foldAnyText(text: string): string {
  const bare = text.normalize("NFKD").replace(/\p{M}+/gu, "");
  // `toLowerCase` writes a capital sigma as `ς` at the end of a word, and as `σ` elsewhere. Folded texts have
  // only `σ`.
  return bare.toLowerCase().replaceAll("ς", "σ");
}

/** Returns the folded text. Throws 400 if nothing remains, because every text would match. */
export function searchedText(text: string): string {
  const folded = foldForSearch(text);
  if (folded === "") {
    throw validationFailed("The search has no searchable characters", [
      { field: "search", message: "must have more than accents" },
    ]);
  }
  return folded;
}

/** Returns a pattern for `LIKE ? ESCAPE '\'` on a folded column, which matches the text anywhere. */
export const likePattern = (text: string) => `%${searchedText(text).replace(/[\\%_]/g, "\\$&")}%`;
