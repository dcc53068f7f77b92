import anyAscii from "any-ascii";
import { GSM7_CHARACTERS } from "./gsm7";
import { smsSegments } from "./segments";

/** Transliterates texts into the GSM 7-bit alphabet, so that an SMS fits into fewer segments. */

/**
 * Counterparts of punctuation marks and symbols, by counterpart. Other marks and symbols have none, because
 * any-ascii changes the meaning of many: it turns `≠` into `=`, `2²` into `22`, and `‰` into `%0`.
 */
const MARKS: Readonly<Record<string, string>> = {
  "'": "`´‘’‚‛′ʹʻʼ",
  "''": "″",
  '"': "«»“”„‟",
  "<": "‹",
  ">": "›",
  "-": "‐‑‒–—―−",
  "...": "…",
  "*": "•·‣",
  "/": "÷⁄∕",
  "+/-": "±",
  "<=": "≤",
  ">=": "≥",
  "->": "→",
  "<-": "←",
  "~": "≈",
  x: "×",
  c: "¢",
  deg: "°",
  No: "№",
  TM: "™",
  "(C)": "©",
  "(R)": "®",
};
const FRACTIONS: Readonly<Record<string, string>> = {
  "1/2": "½",
  "1/3": "⅓",
  "2/3": "⅔",
  "1/4": "¼",
  "3/4": "¾",
  "1/5": "⅕",
  "2/5": "⅖",
  "3/5": "⅗",
  "4/5": "⅘",
  "1/6": "⅙",
  "5/6": "⅚",
  "1/8": "⅛",
  "3/8": "⅜",
  "5/8": "⅝",
  "7/8": "⅞",
};
const COUNTERPARTS: ReadonlyMap<string, string> = new Map([
  ["\t", " "],
  ...Object.entries({ ...MARKS, ...FRACTIONS }).flatMap(([counterpart, characters]) =>
    [...characters].map((character) => [character, counterpart] as const),
  ),
]);

/**
 * Letters and numbers whose counterparts any-ascii returns. Excludes other scripts, such as Han and Arabic,
 * because any-ascii would transcribe them by sound.
 */
const LETTER =
  /^(?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}])[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Nd}\p{Zs}Ⅰ-ⅿ]$/u;
const DIGIT = /\d/;
/** What any-ascii may give: letters, also with the apostrophe of a soft sign, digits, or spaces. */
const WORD = /^(?:[A-Za-z']+|\d+| +)$/;
/** Accents and invisible characters, which are removed. */
const REMOVABLE = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/u;
/** Strokes through a character and the prohibition sign, which reverse its meaning. */
const STROKE = /^[\u0334-\u0338\u20d2\u20d3\u20e0\u20e5\u20e6\u20eb]$/u;

const MAX_LISTED = 10;

export type Gsm7Result =
  | {
      text: string;
      segmentsAsWritten: number;
    }
  | {
      notEncodable: string;
      /** Characters that have no counterpart in GSM-7; empty if the GSM-7 text would have more segments. */
      characters: readonly string[];
    };

/**
 * Transliterates a text into GSM-7. A text in GSM-7 stays unchanged. Returns the problem if a character has
 * no counterpart, or if the result would have more segments than the text.
 */
export function toGsm7(text: string): Gsm7Result {
  const { encoding, segments: segmentsAsWritten } = smsSegments(text);
  if (encoding === "gsm7") return { text, segmentsAsWritten };
  let encoded = "";
  let last = "";
  for (const character of text.normalize("NFC")) {
    const counterpart = counterpartOf(character);
    if (counterpart === null) {
      const characters = withoutCounterpart(text);
      return { notEncodable: notEncodable(characters), characters };
    }
    // Without a space, a fraction beside a digit would be another number: `2½` becomes `2 1/2`.
    if (isFraction(last) ? /^\d/.test(counterpart) : isFraction(counterpart) && DIGIT.test(last)) {
      encoded += " ";
    }
    encoded += counterpart;
    if (counterpart !== "") last = counterpart;
  }
  if (smsSegments(encoded).segments > segmentsAsWritten) {
    return { notEncodable: "needs more segments in GSM-7 than as written", characters: [] };
  }
  return { text: encoded, segmentsAsWritten };
}

const isFraction = (counterpart: string) => counterpart.length === 3 && counterpart in FRACTIONS;

/** Returns the distinct characters of a text that have no counterpart in GSM-7, in order of appearance. */
export function withoutCounterpart(text: string): string[] {
  const found = new Set<string>();
  for (const character of text.normalize("NFC")) {
    if (counterpartOf(character) === null) found.add(character);
  }
  return [...found];
}

/** Returns the problem of a text with the given characters. The console shows the part after the colon. */
export function notEncodable(characters: readonly string[]): string {
  const listed = characters.slice(0, MAX_LISTED).join(" ");
  return `has characters without a counterpart in GSM-7: ${listed}${characters.length > MAX_LISTED ? " …" : ""}`;
}

/** Cached counterparts. Only characters of one UTF-16 unit are cached, which bounds the map. */
const known = new Map<string, string | null>();

/**
 * Returns the counterpart of a character in GSM-7: an empty text for an invisible character, null if there is
 * none.
 */
function counterpartOf(character: string): string | null {
  if (GSM7_CHARACTERS.has(character)) return character;
  let counterpart = known.get(character);
  if (counterpart === undefined) {
    counterpart = findCounterpart(character);
    if (character.length === 1) known.set(character, counterpart);
  }
  return counterpart;
}

function findCounterpart(character: string): string | null {
  const reviewed = COUNTERPARTS.get(character);
  if (reviewed !== undefined) return reviewed;
  if (REMOVABLE.test(character)) return STROKE.test(character) ? null : "";
  if (!LETTER.test(character)) return null;
  const ascii = anyAscii(character);
  const changesKind = DIGIT.test(ascii) !== /\p{Nd}/u.test(character);
  return changesKind || !WORD.test(ascii) ? null : ascii;
}
