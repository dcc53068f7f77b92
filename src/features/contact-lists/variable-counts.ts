import { distinctVariables, variableNamed } from "../../messaging/variable-names";

/** Contacts that have the same attributes, and either all or none of them a name. */
export interface AlikeContacts {
  attributes: readonly string[];
  named: boolean;
  contacts: number;
}

export interface VariableCount {
  name: string;
  contacts: number;
}

/**
 * Returns how many of the contacts have each variable, the most frequent first. A contact counts once for a variable
 * that it has in several spellings, or as an attribute and of its own.
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
