import { limits } from "../../../../../generated/server/values";
import { isPhoneLike } from "./phone-text";

/** Filters of a list by name. An empty value disables a filter. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

export const filterValue = (value: string): string | undefined => (value === "" ? undefined : value);
export const filterValues = (value: string): string[] | undefined => (value === "" ? undefined : [value]);

/** Maximum length of a search in characters. All lists of the contract have the same bounds. */
export const MAX_SEARCH_LENGTH = limits.MessageSearch.maxLength;

/** Returns whether a text is long enough for a search. */
export const isSearchable = (text: string): boolean => [...text].length >= limits.MessageSearch.minLength;

/** Minimum number of digits of a phone number. A local number without area code has 8 digits. */
const MIN_DIGITS = 8;
/** Brazilian taxpayer number (CPF) with punctuation, which has as many digits as a phone number. */
const CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/;

/** Returns whether a text is a phone number or the start of one, rather than an amount such as `1.500`. */
function isPhoneTyped(text: string): boolean {
  if (!isPhoneLike(text) || CPF.test(text)) return false;
  return /[+(\s]/.test(text) || text.replace(/\D/g, "").length >= MIN_DIGITS;
}

/** Returns the search text. Reduces a phone number to its digits, because the service stores digits. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  return isPhoneTyped(text) ? text.replace(/\D/g, "") : text;
}
