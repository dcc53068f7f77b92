import { foldForSearch } from "../platform/search-text";
import type { FieldProblem } from "../platform/problem";
import { DEFAULT_WORDS, type OptOutWords } from "./default-opt-out-words";

export type WordEffect = "opt-out" | "opt-in" | "help";

/** Returns the form in which words are compared: letters and digits without case and accents. */
const compared = (text: string): string =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const defaultEffects = effectsOf(DEFAULT_WORDS);

function effectsOf({ optOut, optIn, help }: OptOutWords): ReadonlyMap<string, WordEffect> {
  return new Map<string, WordEffect>([
    ...help.map((word) => [compared(word), "help"] as const),
    ...optIn.map((word) => [compared(word), "opt-in"] as const),
    ...optOut.map((word) => [compared(word), "opt-out"] as const),
  ]);
}

/** Returns the effect of a reply that consists of one of the words; null for any other reply. */
export function effectOfReply(words: OptOutWords, text: string): WordEffect | null {
  const effects = words === DEFAULT_WORDS ? defaultEffects : effectsOf(words);
  return effects.get(compared(text)) ?? null;
}

/** Returns the problems of words: no letter or digit, or the same word twice. `fields` names the lists. */
export function wordProblems(words: OptOutWords, fields: Record<keyof OptOutWords, string>): FieldProblem[] {
  const places = new Map<string, string>();
  const problems: FieldProblem[] = [];
  for (const list of ["optOut", "optIn", "help"] as const) {
    words[list].forEach((word, index) => {
      const field = `${fields[list]}[${index}]`;
      const form = compared(word);
      const first = places.get(form);
      if (form === "") {
        problems.push({ field, message: "must have a letter or a digit" });
      } else if (first !== undefined) {
        const message = `is the same word as ${first}: case, accents and punctuation are ignored`;
        problems.push({ field, message });
      } else {
        places.set(form, field);
      }
    });
  }
  return problems;
}
