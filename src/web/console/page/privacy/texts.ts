import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { privacy as en, type PrivacyTexts } from "../texts/en/privacy";
import { LanguageContext } from "../texts/language";
import { privacy as pt } from "../texts/pt/privacy";

// Only scripts for privacy requests import these texts, to keep the script small that opens the console.
const TEXTS: Readonly<Record<Language, PrivacyTexts>> = { en, "pt-BR": pt };

export const usePrivacyTexts = (): PrivacyTexts => TEXTS[useContext(LanguageContext)];
