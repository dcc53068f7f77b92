import type { ContactVariables } from "../../../../client";
import { distinctVariables, type OwnVariable, variableNamed } from "../../../../messaging/variable-names";
import { useTexts } from "../texts/language";
import { type QueryResult, useScopedQuery } from "../service/use-query";

/** Maximum number of templates whose variables are suggested. */
const MAX_TEMPLATES = 100;

/** Returns the variables of a list's contacts or of all contacts; null if the key may not read contacts. */
export const useVariables = (listId = ""): QueryResult<ContactVariables | null> =>
  useScopedQuery({
    scope: "contacts:read",
    key: `variables ${listId}`,
    none: null,
    load: ({ contacts }) => contacts.getVariables(listId === "" ? {} : { list_id: listId }),
  });

/**
 * Returns the variable names to suggest: name and phone in the user's language, the contacts' attributes,
 * then the variables of existing templates.
 */
export function usePlaceholders(variables: ContactVariables | null): readonly string[] {
  const { t } = useTexts();
  const result = useScopedQuery({
    scope: "templates:read",
    key: "placeholders",
    none: [],
    load: async ({ templates }) => (await templates.list({ limit: MAX_TEMPLATES })).data,
  });
  const used = (result.value ?? []).flatMap((template) => template.variables);
  const attributes = variables?.variables.map(({ name }) => name) ?? [];
  return distinctVariables([t.content.own.name, t.content.own.phone, ...attributes, ...used.sort()]);
}

/** Returns how many contacts that the service examined have a variable; null while unknown. */
export function contactsWith(variables: ContactVariables | null, name: string): number | null {
  if (variables === null) return null;
  const named = variableNamed(name);
  return variables.variables.find((one) => one.name === named)?.contacts ?? 0;
}

export const shownName = (name: string, own: Readonly<Record<OwnVariable, string>>): string =>
  (own as Readonly<Record<string, string>>)[variableNamed(name)] ?? name;
