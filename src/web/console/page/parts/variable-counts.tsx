import type { ContactVariables } from "../../../../client";
import { useTexts } from "../texts/language";
import { contactsWith, shownName } from "./use-placeholders";

interface Props {
  /** The variables of a content. */
  names: readonly string[];
  variables: ContactVariables | null;
}

/** How many contacts have each variable of a content; a variable that some contacts lack stands out. */
export function VariableCounts({ names, variables }: Props) {
  const { t } = useTexts();
  const said = useCount(variables);
  if (variables === null || names.length === 0) return null;
  return (
    <ul class="meanings" aria-label={t.content.counts}>
      {names.map((name) => {
        const isShort = (contactsWith(variables, name) ?? 0) < variables.examined;
        return (
          <li key={name} class={isShort ? "refusal" : undefined}>
            <strong>{shownName(name, t.content.own)}</strong>: {said(name)}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns what to say of how many contacts have a variable; null where it is not known. */
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
