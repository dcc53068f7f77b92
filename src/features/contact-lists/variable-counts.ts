import { distinctVariables, variableNamed } from "../../messaging/variable-names";

/** Group of contacts with the same attribute names. Either all or none of the contacts have a name. */
export interface AlikeContacts {
  attributes: readonly string[];
  named: boolean;
  contacts: number;
}

interface VariableCount {
  name: string;
  contacts: number;
}

/**
 * Returns the number of contacts with each variable, most frequent variable first. A contact counts once per
 * variable, even if several of its attributes spell the variable's name, or if it has both an attribute
 * called `name` and a name.
 */
export function countVariables(groups: readonly AlikeContacts[]): VariableCount[] {
  const counts = new Map<string, number>();
  for (const { attributes, named, contacts } of groups) {
    const names = distinctVariables(["phone", ...(named ? ["name"] : []), ...attributes]);
    for (const name of names.map(variableNamed)) counts.set(name, (counts.get(name) ?? 0) + contacts);
  }
  return [...counts]
    .map(([name, contacts]) => ({ name, contacts }))
    .sort((a, b) => b.contacts - a.contacts || (a.name < b.name ? -1 : 1));
}
