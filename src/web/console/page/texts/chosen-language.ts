export type Language = "pt-BR" | "en";

const CHOSEN = "recado.language";

/** Returns the language that the user chose, else the browser's language, else Portuguese. */
export function firstLanguage(): Language {
  const chosen = localStorage.getItem(CHOSEN);
  if (chosen === "en" || chosen === "pt-BR") return chosen;
  const spoken = navigator.languages.find((tag) => /^(pt|en)\b/i.test(tag));
  return spoken?.toLowerCase().startsWith("en") ? "en" : "pt-BR";
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(CHOSEN, language);
  document.documentElement.lang = language;
}
