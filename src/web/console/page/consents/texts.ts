import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { consents as en, type ConsentsTexts } from "../texts/en/consents";
import { LanguageContext } from "../texts/language";
import { consents as pt } from "../texts/pt/consents";

// Only scripts for consents import these texts, to keep the script small that opens the console.
const TEXTS: Readonly<Record<Language, ConsentsTexts>> = { en, "pt-BR": pt };

export const useConsentTexts = (): ConsentsTexts => TEXTS[useContext(LanguageContext)];
