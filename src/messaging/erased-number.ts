import { codeAndNational, normalizePhone } from "./phone";

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
export const withoutNumber = <T>(value: T, phone: string): T =>
  mapTexts(value, (text) => {
    if (!namesNumber(text, phone)) return text;
    return text.replace(/^\+/, "") === digitsOf(phone) ? null : text.replace(pattern(phone), "");
  });

/** Returns a copy of a JSON value in which `change` has replaced every text. */
function mapTexts<T>(value: T, change: (text: string) => string | null): T {
  const changed = (part: unknown): unknown => {
    if (typeof part === "string") return change(part);
    if (Array.isArray(part)) return part.map(changed);
    if (part === null || typeof part !== "object") return part;
    return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, changed(inner)]));
  };
  return changed(value) as T;
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

/** Returns `spellsNumber` for one number. Compiles the number's pattern once, for many texts. */
export function spellingTest(phone: string): (text: string) => boolean {
  const spellings = patternOfSpellings(phone);
  return (text) => spellings.test(joined(text.normalize("NFKC")));
}

/**
 * Returns whether a text seems to contain the number in any usual spelling, also in full-width digits. See
 * `NumberFinder`.
 */
export const spellsNumber = (text: string, phone: string): boolean => spellingTest(phone)(text);

/**
 * Returns a copy of a JSON value without any usual spelling of a number: applies `withoutNumber`, then
 * empties every text that still contains a spelling. Part of a longer number may count as a spelling. The
 * default of `spells` is therefore only for values without other numbers and ids.
 */
export function withoutSpellings<T>(
  value: T,
  phone: string,
  spells: (text: string) => boolean = spellingTest(phone),
): T {
  return mapTexts(withoutNumber(value, phone), (text) => (spells(text) ? "" : text));
}

const BETWEEN_NUMBERS = /[A-Za-z,;\r\n]+/;
const NOT_IN_SPELLINGS = /[^0-9+ \t().\-/|]/g;
/** Separators of several numbers in one text, such as `/`, and the decimals that a spreadsheet appends. */
const BETWEEN_SPELLINGS = /[|\t]|(?<=\d{4} ?)(?:[(/]|(?=\+))|\.0{1,3}$/;
/** Number of digits of the shortest number. */
const SHORTEST = 7;
/** Digits of a Brazilian mobile number without its area code. */
const LOCAL_MOBILE = /^9\d{8}$/;
/** Number of digits of two numbers with area codes. */
const TWO_NUMBERS = 20;
/** Maximum texts of a cell or row that may be numbers. Bounds the time of a search. */
const MAX_SPELLINGS = 100;

/**
 * Returns whether a part of a text, between letters, commas, semicolons and line breaks, is the number by
 * itself. A number that is longer, or that begins with another number, may be another person's. Returns false
 * for a text with more than `MAX_SPELLINGS` candidates before the number.
 */
export function spellsNumberAlone(text: string, phone: string): boolean {
  const spellings = patternOfSpellings(phone);
  let count = 0;
  for (const part of partsOf(text)) {
    if (!spellings.test(joined(part))) continue;
    if (++count > MAX_SPELLINGS) return false;
    for (const spelling of spellingsIn(part, phone)) {
      if (numberOf(spelling, phone) === phone && !beginsWithOther(spelling, phone)) return true;
      if (++count > MAX_SPELLINGS) return false;
    }
  }
  return false;
}

/** Returns whether a text contains the number in E.164, or by itself in any usual spelling. */
export const containsWholeNumber = (text: string, phone: string): boolean =>
  namesNumber(text, phone) || spellsNumberAlone(text, phone);

/**
 * Returns whether a text has, or may have, a number other than `phone`. A text with more digits than one
 * number may have several.
 */
export function spellsOtherNumber(text: string, phone: string): boolean {
  let count = 0;
  for (const part of partsOf(text)) {
    if (digitCount(part) >= SHORTEST && ++count > MAX_SPELLINGS) return true;
    for (const spelling of spellingsIn(part, phone)) {
      const digits = spelling.replace(/\D/g, "");
      const number = numberOf(spelling, phone);
      const isLocal = LOCAL_MOBILE.test(digits) && !phone.endsWith(digits);
      if (number === null ? digits.length >= TWO_NUMBERS || isLocal : number !== phone) return true;
      if (++count > MAX_SPELLINGS) return true;
    }
  }
  return false;
}

const partsOf = (text: string) => text.normalize("NFKC").split(BETWEEN_NUMBERS);

const digitCount = (text: string) => text.replace(/\D/g, "").length;

/** Yields the texts of a part that may each be a number. */
function* spellingsIn(part: string, phone: string): Generator<string> {
  const whole = part.replace(NOT_IN_SPELLINGS, "").trim();
  if (digitCount(whole) < SHORTEST) return;
  if (numberOf(whole, phone) !== null) yield whole;
  else
    for (const spelling of whole.split(BETWEEN_SPELLINGS))
      if (digitCount(spelling) >= SHORTEST) yield spelling.trim();
}

/** Returns whether a spelling begins with another number of Brazil, as `55 98945-1234 22` does. */
function beginsWithOther(spelling: string, phone: string): boolean {
  return [...spelling.matchAll(/\d+/g)].some(({ index, 0: group }) => {
    const number = normalizePhone(spelling.slice(0, index + group.length));
    return number !== null && number.startsWith("+55") && number !== phone;
  });
}

/**
 * Returns the number of a spelling in E.164; null if it is not a number. A number of another country than
 * Brazil may lack the plus.
 */
const numberOf = (spelling: string, phone: string): string | null =>
  normalizePhone(spelling) ??
  (phone.startsWith("+55") ? null : normalizePhone(`+${spelling.replace(/^0+/, "")}`));
