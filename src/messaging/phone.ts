import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { limits } from "../../generated/server/values";
import { plainPhoneText } from "./phone-text";

/**
 * Normalizes typed phone numbers to E.164.
 *
 * Brazil's numbering plan (Anatel resolutions 553/2010 and 749/2022) has two-digit area codes. A fixed-line
 * number has eight digits and begins with 2 to 5. A mobile number has nine digits and begins with 9. The area
 * codes come from libphonenumber's metadata when this module loads, so a Brazilian number needs no library
 * call.
 */

export const MAX_PHONE_INPUT = limits.PhoneNumberInput.maxLength;

type LineType = "mobile" | "fixed" | "unknown";

/** Number types of subscribers. Toll-free, shared-cost, premium and similar numbers belong to services. */
const SUBSCRIBER_TYPES: ReadonlySet<string> = new Set([
  "MOBILE",
  "FIXED_LINE",
  "FIXED_LINE_OR_MOBILE",
  "VOIP",
  "PERSONAL_NUMBER",
  "PAGER",
]);

/** Maximum length of an E.164 number: the plus and fifteen digits. */
const MAX_E164_LENGTH = 16;

const ZERO = 48;
const TWO = 50;
const FIVE = 53;
const SIX = 54;
const NINE = 57;

const MOBILE_AREAS = areasWhere("987654321", "MOBILE");
const FIXED_AREAS = areasWhere("23456789", "FIXED_LINE");

/**
 * Returns a table with 1 for each area code in which the subscriber number has the type. The type is checked,
 * because some shared-cost numbers look like numbers of area 30.
 */
function areasWhere(subscriber: string, type: string): Uint8Array {
  return Uint8Array.from({ length: 100 }, (_, area) =>
    area >= 10 && libraryType(`+55${area}${subscriber}`) === type ? 1 : 0,
  );
}

/**
 * Returns the number in E.164 (`+5511987654321`), or null if no message can be sent to the input.
 *
 * Accepts the usual Brazilian spellings: with or without country code, trunk zero, carrier code, punctuation
 * and the ninth digit. A foreign number needs an explicit `+`. Never throws.
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

/** Normalizes a number without the fast path of `normalizePhone`. A test compares both functions. */
export function normalizeAnySpelling(input: string): string | null {
  const digits = bareDigits(input);
  if (digits === null) return null;
  if (digits.startsWith("+") && !digits.startsWith("+55")) return foreignNumber(digits);
  const national = nationalDigits(digits);
  return national === null ? null : brazilianNumber(national);
}

/**
 * Returns the number that a button dials in E.164, or null for an invalid number. Also accepts numbers of
 * services, such as `0800 646 4777` and `4004-1234`. Short numbers, such as `190`, have no form in E.164.
 */
export function dialNumber(input: string): string | null {
  const subscriber = normalizePhone(input);
  if (subscriber !== null) return subscriber;
  const digits = bareDigits(input);
  // A number that begins with `00` may be of another country, or contain the code of a Brazilian carrier.
  if (digits === null || digits.startsWith("00")) return null;
  const found = parsePhoneNumberFromString(digits, { defaultCountry: "BR", extract: false });
  return found?.isValid() && found.number.length <= MAX_E164_LENGTH ? found.number : null;
}

/**
 * Returns the line type of an E.164 number. `fixed` means that the line certainly receives no texts.
 * `unknown` includes internet telephony and numbering plans without a distinction, such as North America's.
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

/**
 * Returns whether the text from `start` is an area code, a 9 and more digits. The caller has checked the
 * length.
 */
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

/**
 * Number of a spreadsheet with decimals (`1198765432.0` or `1198765432,0`). Four zeros are the last group of
 * a phone number, as in `1198765.0000`.
 */
export const WITH_DECIMALS = /^\+?\d+[.,]0{1,3}$/;

/** Digits after a slash that are too few for a number: `3456-7890/91` stands for two numbers. */
const SHORT_SECOND_NUMBER = /\/\s*\d{1,3}$/;

/**
 * Returns the digits with an optional leading `+`, or null if the text is too long, has other characters, or
 * ends with digits that are not part of the number.
 */
function bareDigits(input: string): string | null {
  if (input.length > MAX_PHONE_INPUT) return null;
  const text = plainPhoneText(input);
  if (WITH_DECIMALS.test(text) || SHORT_SECOND_NUMBER.test(text)) return null;
  const bare = text.replace(/[ \t().\-/]/g, "");
  return /^\+?[0-9]+$/.test(bare) ? bare : null;
}

/**
 * Returns area code and subscriber number (10 or 11 digits), or null if the length fits no dialling form.
 * Only the length distinguishes the forms, because 55 is the country code, an area code and a carrier code.
 */
function nationalDigits(digits: string): string | null {
  if (digits.startsWith("+55")) return withoutTrunk(digits.slice(3));
  if (digits.startsWith("00")) return afterInternationalPrefix(digits.slice(2));
  if (digits.startsWith("55") && digits.length >= 12) return withoutTrunk(digits.slice(2));
  return withoutTrunk(digits);
}

/** Returns the national digits after `55` or a two-digit carrier code and `55`; null if neither fits. */
function afterInternationalPrefix(digits: string): string | null {
  const direct = digits.startsWith("55") ? withoutTrunk(digits.slice(2)) : null;
  if (direct !== null) return direct;
  return digits.startsWith("55", 2) && (digits.length === 14 || digits.length === 15)
    ? digits.slice(4)
    : null;
}

/**
 * Removes the trunk zero, with which no area code begins, and a two-digit carrier code that may follow it.
 * Returns null unless 10 or 11 digits remain.
 */
function withoutTrunk(digits: string): string | null {
  const trunk = digits.startsWith("0");
  const rest = trunk ? digits.slice(1) : digits;
  if (rest.length === 10 || rest.length === 11) return rest;
  return trunk && (rest.length === 12 || rest.length === 13) ? rest.slice(2) : null;
}

/**
 * Returns a Brazilian number in E.164; null if it has no valid form. Adds the ninth digit to eight-digit
 * mobile numbers, which Brazil abolished by 2016.
 */
function brazilianNumber(national: string): string | null {
  const area = areaAt(national, 0);
  const first = national.charCodeAt(2);
  if (national.length === 11) return first === NINE && MOBILE_AREAS[area] === 1 ? "+55" + national : null;
  if (first >= SIX)
    return MOBILE_AREAS[area] === 1 ? `+55${national.slice(0, 2)}9${national.slice(2)}` : null;
  return first >= TWO && FIXED_AREAS[area] === 1 ? "+55" + national : null;
}

/**
 * Returns a foreign number as normalized by libphonenumber, which also removes a trunk zero (`+44 (0)20 …`).
 * Rejects a number that changes when it is parsed again: a stored number must normalize to itself.
 */
function foreignNumber(digits: string): string | null {
  const found = parse(digits);
  if (found === undefined || found.number.length > MAX_E164_LENGTH) return null;
  if (found.number !== digits && parse(found.number)?.number !== found.number) return null;
  return SUBSCRIBER_TYPES.has(found.getType() ?? "") ? found.number : null;
}

/**
 * Returns the country code and the national number of an E.164 number; an empty code if the number is
 * invalid.
 */
export function codeAndNational(e164: string): [code: string, national: string] {
  const parsed = parse(e164);
  return parsed ? [parsed.countryCallingCode, parsed.nationalNumber] : ["", e164.slice(1)];
}

function libraryType(e164: string): string | null {
  return parse(e164)?.getType() ?? null;
}

function parse(e164: string) {
  return parsePhoneNumberFromString(e164, { extract: false });
}
