import { useContext } from "preact/hooks";
import type { Language } from "../texts/chosen-language";
import { sendingRules as en, type SendingRulesTexts } from "../texts/en/sending-rules";
import { LanguageContext } from "../texts/language";
import { sendingRules as pt } from "../texts/pt/sending-rules";

// Only the sending-rule pages import these texts, to keep the script small that opens the console.
const TEXTS: Readonly<Record<Language, SendingRulesTexts>> = { en, "pt-BR": pt };

export const useRuleTexts = (): SendingRulesTexts => TEXTS[useContext(LanguageContext)];
