import type { Language } from "./chosen-language";
import type { Texts } from "./en";
import { addTexts, hasTexts } from "./loaded";

const LOADERS: Readonly<Record<Language, () => Promise<Texts>>> = {
  "pt-BR": async () => (await import("./pt")).pt,
  en: async () => (await import("./en")).en,
};

/** Loads the texts of a language, unless they are loaded. Rejects if the script cannot be loaded. */
export async function loadTexts(language: Language): Promise<void> {
  if (!hasTexts(language)) addTexts(language, await LOADERS[language]());
}
