import { privacy as en } from "../texts/en/privacy";
import { textsHook } from "../texts/language";
import { privacy as pt } from "../texts/pt/privacy";

export const usePrivacyTexts = textsHook({ en, "pt-BR": pt });
