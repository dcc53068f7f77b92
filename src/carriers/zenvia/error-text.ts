import { shortened } from "../../platform/text";

const MAX_WORDS = 500;
const MAX_CODE = 64;

const withoutNul = (text: string) => text.replaceAll("\0", "");

export const quoted = (words: string): string => shortened(withoutNul(`Zenvia: ${words}`), MAX_WORDS);

export const codeText = (code: string): string => shortened(withoutNul(code), MAX_CODE);
