import { foldForSearch } from "../../platform/search-text";

const OPT_OUT = new Set(["sair", "pare", "parar", "cancelar", "stop"]);
const OPT_IN = new Set(["voltar", "start"]);

/**
 * One word and nothing around it but punctuation, symbols, white space and what is invisible. The neighbours have no
 * character in common and the whole is anchored, so that no text takes longer than its length.
 */
const ONE_WORD = /^[^\p{L}\p{N}]*([a-z]+)[^\p{L}\p{N}]*$/u;

/** What a reply asks for, when it is wholly one of the words; case, accents and surrounding punctuation do not count. */
export function consentKeyword(text: string): "opt-out" | "opt-in" | null {
  const word = ONE_WORD.exec(foldForSearch(text))?.[1] ?? "";
  if (OPT_OUT.has(word)) return "opt-out";
  return OPT_IN.has(word) ? "opt-in" : null;
}
