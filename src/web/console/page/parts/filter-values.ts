import { limits } from "../../../../../generated/server/values";
import { AREA, isPhoneLike, plainPhoneText, typedNumber } from "../../../../messaging/phone-text";

/** Filters of a list by name, as strings. An empty value disables the filter. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

export const filterValue = (value: string): string | undefined => (value === "" ? undefined : value);
export const filterValues = (value: string): string[] | undefined => (value === "" ? undefined : [value]);

/** Maximum length of a search in characters, from the contract, which limits all searches alike. */
export const MAX_SEARCH_LENGTH = limits.MessageSearch.maxLength;

/** Returns whether a text is long enough for a search. */
export const isSearchable = (text: string): boolean => [...text].length >= limits.MessageSearch.minLength;

/** Local phone number of Brazil without area code, such as `98765-4321`. */
const LOCAL = /^9\s?\d{4}[\s.-]\d{4}$|^[2-9]\d{3}-\d{4}$/;
/** Start of a number: the country code or an area code of Brazil, a space and more digits. */
const START = new RegExp(`^(?:55|${AREA})\\s[\\d\\s().-]+$`);

/** Returns whether a text is part of a phone number, rather than an amount or an order number. */
const isPartOfPhone = (text: string): boolean =>
  LOCAL.test(text) || START.test(text) || (/^[+(]/.test(text) && isPhoneLike(text));

/** Returns the search text. Reduces a phone number, whole or in part, to digits as the service has them. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  const plain = plainPhoneText(text);
  const digits = plain.replace(/\D/g, "");
  const number = typedNumber(plain);
  // A text of digits alone may be an order number, so no country code is added to it.
  if (number !== null && digits !== text && !number.includes(digits)) return number.slice(1);
  return number !== null || isPartOfPhone(plain) ? digits : text;
}
