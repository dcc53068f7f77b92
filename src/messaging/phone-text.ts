// This module also runs in browsers, on pages that do not load libphonenumber.

/** Numbers of Brazil: country, area, and a subscriber number of 8 or 9 digits. */
const BRAZIL = /^\+55([1-9]{2})(\d{4,5})(\d{4})$/;
/** Numbers of North America: country, area, exchange and line. */
const NORTH_AMERICA = /^\+1(\d{3})(\d{3})(\d{4})$/;
/** Country code of a number without spaces (ITU-T E.164). No code is the beginning of another code. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(?=\d)/;

/**
 * Formats an E.164 number: `+55 11 98765-4321`, `+1 415 555-2671`, and `+44 2079460958` for other countries.
 * Returns other texts unchanged.
 */
export const phoneText = (number: string): string =>
  number.replace(BRAZIL, "+55 $1 $2-$3").replace(NORTH_AMERICA, "+1 $1 $2-$3").replace(COUNTRY_CODE, "+$1 ");

/** Invisible characters that users copy with a number: zero-width characters, direction marks, selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;
/** Dashes of any width, and the minus sign. */
const DASH = /[\p{Pd}\u2212]/gu;

/**
 * Returns a typed number in its plain form: full-width characters and dashes as ASCII, without `tel:` and
 * invisible characters.
 */
export function plainPhoneText(typed: string): string {
  const isPlain = /^[\x20-\x7e]*$/.test(typed);
  const text = isPlain ? typed : typed.normalize("NFKC").replace(INVISIBLE, "").replace(DASH, "-");
  return text.trim().replace(/^tel:/i, "");
}

/** Returns whether a text, as `plainPhoneText` returns it, has only characters of phone numbers. */
export const isPhoneLike = (text: string): boolean => /^[\d\s()+./-]+$/.test(text);

/** Area codes of Brazil (Anatel resolution 749/2022), as alternatives of a regular expression. */
export const AREA = "1[1-9]|2[12478]|3[1-578]|[4689][1-9]|5[1345]|7[134579]";
/**
 * Digits of a number of Brazil. International prefix, country code, trunk zero, carrier code and ninth digit
 * are optional; the area code is required.
 */
const DIGITS_IN_BRAZIL = new RegExp(
  `^(?:00\\d{2}55|(?:\\+|00)?55(?:0(?:\\d{2})?)?|0(?:[1-9]\\d)?)?(${AREA})(9\\d{8}|[2-9]\\d{7})$`,
);
/** End of a phone number as people type it. An order number or a taxpayer number (CPF) has other groups. */
const TYPED_END = /\d{4}[\s./-]*\d{4}$/;

/**
 * Returns a typed number in E.164, or null for other texts, such as an order number. A number of another
 * country must begin with `+`.
 */
export function typedNumber(typed: string): string | null {
  const text = plainPhoneText(typed);
  const digits = text.replace(/\(0\)|[\s()./-]/g, "");
  if (/^\+(?!55)\d{8,15}$/.test(digits)) return digits;
  const [, area = "", subscriber = ""] = (TYPED_END.test(text) && DIGITS_IN_BRAZIL.exec(digits)) || [];
  if (area === "") return null;
  const isWithoutNinth = subscriber.length === 8 && subscriber >= "6";
  return `+55${area}${isWithoutNinth ? "9" : ""}${subscriber}`;
}
