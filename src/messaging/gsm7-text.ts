import anyAscii from "any-ascii";
import { GSM7_BASIC, GSM7_EXTENSION } from "./gsm7";
import { smsSegments } from "./segments";

/** Transliterates texts into the GSM 7-bit alphabet, so that an SMS fits into fewer segments. */

const GSM7: ReadonlySet<string> = new Set([...GSM7_BASIC, ...GSM7_EXTENSION.keys()]);

/** Counterparts that any-ascii lacks or spells otherwise. */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map([
  ["\t", " "],
  ["`", "'"],
  ["«", '"'],
  ["»", '"'],
]);

/** Characters whose counterparts are readable. any-ascii also romanizes scripts such as Han and Arabic. */
const READABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]$/u;
/** Combining marks and invisible characters, which are removed. */
const REMOVABLE = /^[\p{M}\p{Cf}]$/u;
const FLAG_LETTER = /^\p{Regional_Indicator}$/u;
/** Names of emoji in any-ascii, for example `:heart:`. */
const EMOJI_NAME = /^:.+:$/;

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
  for (const character of text.normalize("NFC")) {
    const counterpart = counterpartOf(character);
    if (counterpart === null) {
      const characters = withoutCounterpart(text);
      return { notEncodable: notEncodable(characters), characters };
    }
    encoded += counterpart;
  }
  if (smsSegments(encoded).segments > segmentsAsWritten) {
    return { notEncodable: "needs more segments in GSM-7 than as written", characters: [] };
  }
  return { text: encoded, segmentsAsWritten };
}

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
  if (GSM7.has(character)) return character;
  let counterpart = known.get(character);
  if (counterpart === undefined) {
    counterpart = findCounterpart(character);
    if (character.length === 1) known.set(character, counterpart);
  }
  return counterpart;
}

function findCounterpart(character: string): string | null {
  const special = COUNTERPARTS.get(character);
  if (special !== undefined) return special;
  if (!READABLE.test(character) || FLAG_LETTER.test(character)) return null;
  const ascii = anyAscii(character);
  if (ascii === "") return REMOVABLE.test(character) ? "" : null;
  return EMOJI_NAME.test(ascii) || !isGsm7(ascii) ? null : ascii;
}

const isGsm7 = (text: string) => [...text].every((character) => GSM7.has(character));
