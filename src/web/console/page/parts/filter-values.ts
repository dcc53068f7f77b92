/** Filters of a list by name; an empty value means no filter. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

/** Returns a filter as a request parameter. */
export const filterValue = (value: string): string | undefined => (value === "" ? undefined : value);
/** Returns a filter as a parameter with several values. */
export const filterValues = (value: string): string[] | undefined => (value === "" ? undefined : [value]);

/** Returns the search text. Reduces a phone number to its digits, as the service stores numbers. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  return /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, "") : text;
}
