import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { consents as en, type ConsentsTexts } from "../texts/en/consents";
import { LanguageContext } from "../texts/language";
import { consents as pt } from "../texts/pt/consents";

// Only the consent scripts import these texts, so that the script that opens the console stays small.
const TEXTS: Readonly<Record<Language, ConsentsTexts>> = { en, "pt-BR": pt };

export const useConsentTexts = (): ConsentsTexts => TEXTS[useContext(LanguageContext)];
