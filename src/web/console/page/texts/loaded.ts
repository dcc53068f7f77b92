import type { Language } from "./chosen-language";
import type { Texts } from "./en";

const loaded = new Map<Language, Texts>();

export function addTexts(language: Language, texts: Texts): void {
  loaded.set(language, texts);
}

export const hasTexts = (language: Language): boolean => loaded.has(language);

/** Returns the texts of a language. Throws if they have not been loaded. */
export function textsOf(language: Language): Texts {
  const texts = loaded.get(language);
  if (texts === undefined) throw new Error(`the texts of ${language} have not been loaded`);
  return texts;
}
