import { foldForSearch } from "../../platform/search-text";

const OPT_OUT = new Set(["sair", "pare", "parar", "cancelar", "stop"]);
const OPT_IN = new Set(["voltar", "start"]);

/**
 * Matches one word surrounded only by punctuation, symbols, white space and invisible characters. Adjacent
 * parts share no characters and the pattern is anchored, so matching takes linear time.
 */
const ONE_WORD = /^[^\p{L}\p{N}]*([a-z]+)[^\p{L}\p{N}]*$/u;

/** Returns the request of a one-word reply. Case, accents and surrounding punctuation are ignored. */
export function consentKeyword(text: string): "opt-out" | "opt-in" | null {
  const word = ONE_WORD.exec(foldForSearch(text))?.[1] ?? "";
  if (OPT_OUT.has(word)) return "opt-out";
  return OPT_IN.has(word) ? "opt-in" : null;
}
