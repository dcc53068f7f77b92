import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { consents as en, type ConsentsTexts } from "../texts/en/consents";
import { LanguageContext } from "../texts/language";
import { consents as pt } from "../texts/pt/consents";

// Texts of these pages alone, so that they do not add to the script that opens the console.
const TEXTS: Readonly<Record<Language, ConsentsTexts>> = { en, "pt-BR": pt };

export const useConsentTexts = (): ConsentsTexts => TEXTS[useContext(LanguageContext)];
