import { consents as en } from "../texts/en/consents";
import { textsHook } from "../texts/language";
import { consents as pt } from "../texts/pt/consents";

export const useConsentTexts = textsHook({ en, "pt-BR": pt });
