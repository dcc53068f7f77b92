import { foldForSearch } from "../../platform/search-text";

const OPT_OUT = new Set(["sair", "pare", "parar", "cancelar", "stop"]);
const OPT_IN = new Set(["voltar", "start"]);

/**
 * Matches one word between characters that are neither letters nor digits. Adjacent parts of the anchored
 * pattern share no characters, so matching takes linear time.
 */
const ONE_WORD = /^[^\p{L}\p{N}]*([a-z]+)[^\p{L}\p{N}]*$/u;

/** Returns the consent request of a one-word reply. Ignores case, accents and surrounding punctuation. */
export function consentKeyword(text: string): "opt-out" | "opt-in" | null {
  const word = ONE_WORD.exec(foldForSearch(text))?.[1] ?? "";
  if (OPT_OUT.has(word)) return "opt-out";
  return OPT_IN.has(word) ? "opt-in" : null;
}
