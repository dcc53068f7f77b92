import type { ContactVariables } from "../../../../client";
import { distinctVariables, type OwnVariable, variableNamed } from "../../../../messaging/variable-names";
import { useTexts } from "../texts/language";
import { type QueryResult, useScopedQuery } from "../service/hooks";
import { Failure } from "./state";

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
function contactsWith(variables: ContactVariables | null, name: string): number | null {
  if (variables === null) return null;
  const named = variableNamed(name);
  return variables.variables.find((one) => one.name === named)?.contacts ?? 0;
}

export const shownName = (name: string, own: Readonly<Record<OwnVariable, string>>): string =>
  (own as Readonly<Record<string, string>>)[variableNamed(name)] ?? name;

interface Props {
  names: readonly string[];
  variables: QueryResult<ContactVariables | null>;
}

/** Shows how many contacts have each variable, or lack it if any do, or why that is unknown. */
export function VariableCounts({ names, variables }: Props) {
  const { t, format } = useTexts();
  const { value, failure, isStale, refetch } = variables;
  const countOf = useCount(value);
  if (failure !== null) return <Failure of={failure} onRetry={refetch} />;
  if (value === null || names.length === 0) return null;
  return (
    <ul
      class={`flex flex-wrap gap-x-5 gap-y-1 break-words ${isStale ? "outdated" : ""}`}
      aria-label={t.content.counts}
      aria-busy={isStale}
    >
      {names.map((name) => {
        const { examined, is_sample: isSample } = value;
        const lacking = examined - (contactsWith(value, name) ?? 0);
        return (
          <li key={name}>
            <code>{`{{${shownName(name, t.content.own)}}}`}</code>:{" "}
            {lacking === 0 ? (
              countOf(name)
            ) : (
              <span class="refusal">
                {isSample
                  ? t.content.shareWithout(format.share(lacking / examined), format.number(examined))
                  : t.content.contactsWithout(
                      format.number(lacking),
                      format.number(examined),
                      examined === 1,
                    )}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns a function that describes how many contacts have a variable; it returns null while unknown. */
export function useCount(variables: ContactVariables | null): (name: string) => string | null {
  const { t, format } = useTexts();
  return (name) => {
    const count = contactsWith(variables, name);
    if (variables === null || count === null) return null;
    const { examined, is_sample } = variables;
    if (!is_sample) return t.contacts.count(format.number(count), format.number(examined), examined === 1);
    return t.content.shareWith(format.share(count / examined), format.number(examined));
  };
}
