import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { limits } from "../../generated/server/values";

/**
 * Phone numbers: what people type, turned into E.164.
 *
 * Brazil's numbering plan (Anatel resolutions 553/2010 and 749/2022) is a two-digit area code and then eight digits
 * beginning with 2 to 5 for a fixed line, or nine beginning with 9 for a mobile. Which area codes exist is read from
 * libphonenumber's metadata once, when this module is loaded; afterwards a Brazilian number costs no library call.
 */

/** Longest input looked at, in UTF-16 units. Twice what any written form of a number needs. */
export const MAX_PHONE_INPUT = limits.PhoneNumberInput.maxLength;

export type LineType = "mobile" | "fixed" | "unknown";

/** Kinds of number that reach one subscriber. Toll-free, shared-cost, premium and the like reach a service. */
const SUBSCRIBER_TYPES: ReadonlySet<string> = new Set([
  "MOBILE",
  "FIXED_LINE",
  "FIXED_LINE_OR_MOBILE",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
]);

/** E.164 allows fifteen digits, country code included. */
const MAX_E164_LENGTH = 16;

const ZERO = 48;
const TWO = 50;
const FIVE = 53;
const SIX = 54;
const NINE = 57;

const MOBILE_AREAS = areasWhere("987654321", "MOBILE");
const FIXED_AREAS = areasWhere("23456789", "FIXED_LINE");

/** 1 at each area code where a subscriber number is of that type. Some shared-cost numbers look like numbers of area 30. */
function areasWhere(subscriber: string, type: string): Uint8Array {
  return Uint8Array.from({ length: 100 }, (_, area) =>
    area >= 10 && libraryType(`+55${area}${subscriber}`) === type ? 1 : 0,
  );
}

/**
 * The number in E.164 (`+5511987654321`), or null where the input is not a phone number that a message can be sent to.
 *
 * Takes the usual Brazilian spellings: with or without country code, trunk zero, carrier code, punctuation and the
 * ninth digit. A foreign number needs an explicit `+`. Never throws, whatever the text.
 */
export function normalizePhone(input: string): string | null {
  switch (input.length) {
    case 14:
      if (input.startsWith("+55") && isPlainMobile(input, 3)) return input;
      break;
    case 13:
      if (input.startsWith("55") && isPlainMobile(input, 2)) return "+" + input;
      break;
    case 11:
      if (isPlainMobile(input, 0)) return "+55" + input;
      break;
  }
  return normalizeAnySpelling(input);
}

/** The same answer as `normalizePhone` without the shortcut for plain mobile numbers, which is tested against this. */
export function normalizeAnySpelling(input: string): string | null {
  const digits = bareDigits(input);
  if (digits === null) return null;
  if (digits.startsWith("+") && !digits.startsWith("+55")) return foreignNumber(digits);
  const national = nationalDigits(digits);
  return national === null ? null : brazilianNumber(national);
}

/**
 * What kind of line an E.164 number reaches. `unknown` where the numbering plan does not tell (North America) and for
 * internet telephony, so that only a line that surely takes no text counts as `fixed`.
 */
export function lineType(e164: string): LineType {
  if (e164.startsWith("+55")) return brazilianLineType(e164);
  switch (libraryType(e164)) {
    case "MOBILE":
      return "mobile";
    case "FIXED_LINE":
      return "fixed";
    default:
      return "unknown";
  }
}

function brazilianLineType(e164: string): LineType {
  if (e164.length === 14) return isPlainMobile(e164, 3) ? "mobile" : "unknown";
  if (e164.length !== 13 || !allDigits(e164, 3) || FIXED_AREAS[areaAt(e164, 3)] !== 1) return "unknown";
  const first = e164.charCodeAt(5);
  return first >= TWO && first <= FIVE ? "fixed" : "unknown";
}

/** Whether the text from `start` to its end is an area code, a 9 and eight more digits. */
function isPlainMobile(text: string, start: number): boolean {
  return (
    text.charCodeAt(start + 2) === NINE && allDigits(text, start) && MOBILE_AREAS[areaAt(text, start)] === 1
  );
}

function areaAt(text: string, start: number): number {
  return (text.charCodeAt(start) - ZERO) * 10 + text.charCodeAt(start + 1) - ZERO;
}

function allDigits(text: string, start: number): boolean {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/** Digits with an optional leading `+`, or null where the text holds anything that does not belong in a number. */
function bareDigits(input: string): string | null {
  if (input.length > MAX_PHONE_INPUT) return null;
  const visible = /^[\x20-\x7e]*$/.test(input) ? input : withoutInvisible(input.normalize("NFKC"));
  const bare = visible
    .trim()
    .replace(/^tel:/i, "")
    .replace(/[ \t().\-/]/g, "");
  return /^\+?[0-9]+$/.test(bare) ? bare : null;
}

/** Zero-width characters, direction marks and variation selectors, which come along when a number is copied. */
function withoutInvisible(text: string): string {
  return text.replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "");
}

/**
 * Area code and subscriber number (10 or 11 digits), or null where the length fits no way of dialling. The length is
 * what tells the parts apart: 55 is the country code, an area code and a carrier code alike.
 */
function nationalDigits(digits: string): string | null {
  if (digits.startsWith("+55")) return withoutTrunk(digits.slice(3));
  if (digits.startsWith("00")) return afterInternationalPrefix(digits.slice(2));
  if (digits.startsWith("55") && digits.length >= 12) return withoutTrunk(digits.slice(2));
  return withoutTrunk(digits);
}

/** The country code comes next, or a two-digit carrier code and then the country code. */
function afterInternationalPrefix(digits: string): string | null {
  const direct = digits.startsWith("55") ? withoutTrunk(digits.slice(2)) : null;
  if (direct !== null) return direct;
  return digits.startsWith("55", 2) && (digits.length === 14 || digits.length === 15)
    ? digits.slice(4)
    : null;
}

/** Takes off the trunk zero and, after it only, a two-digit carrier code. No area code begins with zero. */
function withoutTrunk(digits: string): string | null {
  const trunk = digits.startsWith("0");
  const rest = trunk ? digits.slice(1) : digits;
  if (rest.length === 10 || rest.length === 11) return rest;
  return trunk && (rest.length === 12 || rest.length === 13) ? rest.slice(2) : null;
}

/** Mobile numbers lost their eight-digit form by 2016: one that still has it gets the ninth digit. */
function brazilianNumber(national: string): string | null {
  const area = areaAt(national, 0);
  const first = national.charCodeAt(2);
  if (national.length === 11) return first === NINE && MOBILE_AREAS[area] === 1 ? "+55" + national : null;
  if (first >= SIX)
    return MOBILE_AREAS[area] === 1 ? `+55${national.slice(0, 2)}9${national.slice(2)}` : null;
  return first >= TWO && FIXED_AREAS[area] === 1 ? "+55" + national : null;
}

/**
 * A number abroad as libphonenumber understands it, which also removes a trunk zero (`+44 (0)20 …`). An answer that
 * differs from the question is asked about once more, so that what is stored always normalizes to itself.
 */
function foreignNumber(digits: string): string | null {
  const found = parse(digits);
  if (found === undefined || found.number.length > MAX_E164_LENGTH) return null;
  if (found.number !== digits && parse(found.number)?.number !== found.number) return null;
  return SUBSCRIBER_TYPES.has(found.getType() ?? "") ? found.number : null;
}

/** libphonenumber's type of a valid number, or null. Only valid numbers have a type in its full metadata. */
function libraryType(e164: string): string | null {
  return parse(e164)?.getType() ?? null;
}

function parse(e164: string) {
  return parsePhoneNumberFromString(e164, { extract: false });
}
