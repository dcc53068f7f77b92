import { codeAndNational } from "./phone";

/** Value stored instead of an erased number. The API returns null for it. */
export const ERASED_NUMBER = "";

export const shownNumber = (stored: string): string | null => (stored === ERASED_NUMBER ? null : stored);

/**
 * Returns the digits of an E.164 number. A text without these digits does not contain the number in E.164.
 */
export const digitsOf = (phone: string): string => phone.replace(/^\+/, "");

const pattern = (phone: string) => new RegExp(`(?<!\\d)\\+?${digitsOf(phone)}(?!\\d)`, "g");

/** Returns whether a text contains the number in E.164, with or without the plus. */
export const namesNumber = (text: string, phone: string): boolean =>
  text.includes(digitsOf(phone)) && pattern(phone).test(text);

/**
 * Returns a copy of a JSON value without a number in E.164. A text that equals the number becomes null; a
 * text that contains the number loses it.
 */
export function withoutNumber<T>(value: T, phone: string): T {
  const clean = (part: unknown): unknown => {
    if (typeof part === "string") {
      if (!namesNumber(part, phone)) return part;
      return part.replace(/^\+/, "") === digitsOf(phone) ? null : part.replace(pattern(phone), "");
    }
    if (Array.isArray(part)) return part.map(clean);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, clean(inner)]));
  };
  return clean(value) as T;
}

/**
 * Removes all characters that may separate the digits of a number, also non-ASCII characters that were
 * decoded wrongly.
 */
const joined = (text: string) => text.replace(/[^0-9A-Za-z,;\r\n]/g, "");

/**
 * Returns the pattern of a number's spellings. A Brazilian number may lack the country code and the ninth
 * digit. A national prefix of up to five digits may follow another country code, such as the 0 in
 * `+44 (0)20 …`. In Argentina, 15 after an area code of two to four digits replaces the 9 before it. A number
 * of San Marino may lack the prefix 0549.
 */
function patternOfSpellings(phone: string): RegExp {
  const [, area, ninth = "", rest = ""] = /^\+55(\d{2})(9?)(\d{8})$/.exec(phone) ?? [];
  if (area !== undefined) return new RegExp(`${area}${ninth && "9?"}${rest}`);
  const mobile = /^\+549(\d{10})$/.exec(phone)?.[1];
  const [code, national] = mobile === undefined ? codeAndNational(phone) : ["54", mobile];
  if (code === "378") return new RegExp(`378(?:0549)?${national.replace(/^0549/, "")}`);
  const areas = mobile === undefined ? [] : [2, 3, 4];
  const with15 = areas.map((length) => `${national.slice(0, length)}15${national.slice(length)}`);
  return new RegExp(`${code}\\d{0,5}(?:${[national, ...with15].join("|")})`);
}

/**
 * Number of characters that a search keeps from earlier pieces. More than any spelling of a number: 15
 * digits, a prefix of five and the 15 of Argentina.
 */
const TAIL = 24;

/**
 * Finds a number in pieces of a text, in any usual spelling. Part of a longer number may count as a match,
 * but no spelling is missed.
 */
export class NumberFinder {
  private readonly spellings: RegExp;
  private tail = "";
  found = false;

  constructor(phone: string) {
    this.spellings = patternOfSpellings(phone);
  }

  feed(piece: string): void {
    const text = this.tail + joined(piece);
    this.found ||= this.spellings.test(text);
    this.tail = text.slice(-TAIL);
  }
}

/**
 * Returns whether a text seems to contain the number in any usual spelling, also in full-width digits. See
 * `NumberFinder`.
 */
export function spellsNumber(text: string, phone: string): boolean {
  const finder = new NumberFinder(phone);
  finder.feed(text.normalize("NFKC"));
  return finder.found;
}
