// This module also runs in browsers.

/** Built-in variables of every contact with their spellings, the contract's name first. */
const OWN_VARIABLES = [
  ["name", "nome"],
  ["phone", "telefone"],
] as const;

export type OwnVariable = (typeof OWN_VARIABLES)[number][0];

/** Returns the spellings in order of preference: lower case, capitalized, all capitals. */
const inEveryCase = (words: readonly string[]): string[] => [
  ...words,
  ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ...words.map((word) => word.toUpperCase()),
];

interface Spelling {
  variable: OwnVariable;
  /** Other spellings of the same variable, preferred ones first. */
  others: readonly string[];
}

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  OWN_VARIABLES.flatMap((words) => {
    const spellings = inEveryCase(words);
    return spellings.map((one): [string, Spelling] => [
      one,
      { variable: words[0], others: spellings.filter((other) => other !== one) },
    ]);
  }),
);

/** Returns the contract's name of a built-in variable (`phone` for `Telefone`), else the name itself. */
export const variableNamed = (name: string): string => SPELLINGS.get(name)?.variable ?? name;

/** Returns one name per variable: the spelling that occurs first. */
export function distinctVariables(names: Iterable<string>): string[] {
  const firstSpellings = new Map<string, string>();
  for (const name of names) {
    const variable = variableNamed(name);
    if (!firstSpellings.has(variable)) firstSpellings.set(variable, name);
  }
  return [...firstSpellings.values()];
}

type Values = Readonly<Record<string, string>>;

/** Returns the value of a variable from a map. The exact spelling has precedence over other spellings. */
export function valueIn(values: Values | undefined, name: string): string | undefined {
  if (values === undefined) return undefined;
  if (Object.hasOwn(values, name)) return values[name];
  const spelling = SPELLINGS.get(name)?.others.find((other) => Object.hasOwn(values, other));
  return spelling === undefined ? undefined : values[spelling];
}

interface ContactValues {
  attributes: Values;
  name: string | null;
  phone: string;
}

/**
 * Returns a contact's value of a variable: an attribute in any spelling, else the contact's name or number.
 */
export function contactValue(contact: ContactValues, name: string): string | undefined {
  const stored = valueIn(contact.attributes, name);
  if (stored !== undefined) return stored;
  switch (SPELLINGS.get(name)?.variable) {
    case "name":
      return contact.name ?? undefined;
    case "phone":
      return contact.phone;
    case undefined:
      return undefined;
  }
}

export const isOwnVariable = (name: string): boolean => SPELLINGS.has(name);
