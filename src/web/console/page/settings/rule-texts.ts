import { sendingRules as en } from "../texts/en/sending-rules";
import { textsHook } from "../texts/language";
import { sendingRules as pt } from "../texts/pt/sending-rules";

export const useRuleTexts = textsHook({ en, "pt-BR": pt });
