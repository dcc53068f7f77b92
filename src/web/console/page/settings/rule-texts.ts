import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { sendingRules as en, type SendingRulesTexts } from "../texts/en/sending-rules";
import { LanguageContext } from "../texts/language";
import { sendingRules as pt } from "../texts/pt/sending-rules";

// Texts of these pages alone, so that they do not add to the script that opens the console.
const TEXTS: Readonly<Record<Language, SendingRulesTexts>> = { en, "pt-BR": pt };

export const useRuleTexts = (): SendingRulesTexts => TEXTS[useContext(LanguageContext)];
