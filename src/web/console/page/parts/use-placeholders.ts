import type { ContactVariables } from "../../../../client";
import { distinctVariables, type OwnVariable, variableNamed } from "../../../../messaging/variable-names";
import { useTexts } from "../texts/language";
import { useAccount, useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";

/** Templates that are looked through. */
const MAX_TEMPLATES = 100;

/** The variables of the account's contacts, or of those of a list, with their counts; null until they are known. */
export function useVariables(listId = ""): ContactVariables | null {
  const { recado } = useAccount();
  const mayRead = useScope("contacts:read");
  const answer = useQuery(`variables ${mayRead} ${listId}`, async (signal) =>
    mayRead ? recado.contacts.getVariables(listId === "" ? {} : { list_id: listId }, { signal }) : null,
  );
  return answer.value;
}

/**
 * The names that placeholders can have: the contact's own in the person's language, those of attributes, the most frequent
 * first, and those that templates use already.
 */
export function usePlaceholders(variables: ContactVariables | null): readonly string[] {
  const { t } = useTexts();
  const { recado } = useAccount();
  const seesTemplates = useScope("templates:read");
  const answer = useQuery("placeholders", async (signal) =>
    seesTemplates ? (await recado.templates.list({ limit: MAX_TEMPLATES }, { signal })).data : [],
  );
  const used = (answer.value ?? []).flatMap((template) => template.variables);
  const attributes = variables?.variables.map(({ name }) => name) ?? [];
  return distinctVariables([t.content.own.name, t.content.own.phone, ...attributes, ...used.sort()]);
}

/** Returns how many of the examined contacts have a variable; null where the counts are not known. */
export function contactsWith(variables: ContactVariables | null, name: string): number | null {
  if (variables === null) return null;
  const named = variableNamed(name);
  return variables.variables.find((one) => one.name === named)?.contacts ?? 0;
}

/** Returns how a variable is shown in the person's language. */
export const shownName = (name: string, own: Readonly<Record<OwnVariable, string>>): string =>
  (own as Readonly<Record<string, string>>)[variableNamed(name)] ?? name;
