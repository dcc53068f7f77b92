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
