/** What a list is asked for, by name; empty: not asked for. */
export type Filters<Name extends string = string> = Readonly<Record<Name, string>>;

/** A filter as the service is asked for it. */
export const given = (value: string): string | undefined => (value === "" ? undefined : value);
/** One that the service takes several values of. */
export const filterValues = (value: string): string[] | undefined => (value === "" ? undefined : [value]);

/** What people type of a number is looked for by its digits, as numbers are kept; anything else as it is. */
export function searchOf(typed: string): string {
  const text = typed.trim();
  return /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, "") : text;
}
