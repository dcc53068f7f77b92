import { isPhoneLike } from "./phone-text";

/** Filters of a list by name. An empty value disables a filter. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

export const filterValue = (value: string): string | undefined => (value === "" ? undefined : value);
export const filterValues = (value: string): string[] | undefined => (value === "" ? undefined : [value]);

/** Returns the search text. Reduces a phone number to its digits, because the service stores digits. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  return isPhoneLike(text) ? text.replace(/\D/g, "") : text;
}
