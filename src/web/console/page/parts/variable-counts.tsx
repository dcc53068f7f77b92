import type { ContactVariables } from "../../../../client";
import type { QueryResult } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Failure } from "./failure";
import { contactsWith, shownName } from "./use-placeholders";

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
    if (!is_sample)
      return t.content.contactsWith(format.number(count), format.number(examined), examined === 1);
    return t.content.shareWith(format.share(count / examined), format.number(examined));
  };
}
