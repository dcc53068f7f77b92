import type { Language } from "./chosen-language";

/** Texts that the page shows if the console's script cannot be loaded. */
export const opening: Record<Language, { failed: string; again: string }> = {
  "pt-BR": {
    failed: "Não foi possível carregar o console. Uma nova tentativa começa quando o serviço responder.",
    again: "Tentar de novo",
  },
  en: {
    failed: "The console could not be loaded. It tries again as soon as the service responds.",
    again: "Try again",
  },
};
