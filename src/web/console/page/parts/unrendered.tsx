import type { Content as Wording, Message, MessageError } from "../../../../client";
import { valueIn, variableNamed } from "../../../../messaging/variable-names";
import { useTexts } from "../texts/language";
import { Content } from "./content";
import { GapsContext } from "./gaps";
import { missingNames } from "./reasons";
import { Loading } from "./state";
import type { Sources } from "./use-sources";
import { filled, shownVariables, valuesOf, variablesIn } from "./values";

/** Content with placeholders, or the id of its template; null if the content is not stored. */
export type Source = { content: Wording } | { templateId: string } | null;

interface Props {
  error: Pick<MessageError, "code" | "message"> | null;
  source: Source;
  sources: Sources;
  /** Variables in the send request; absent for a stored message, as the service does not store them. */
  variables?: Readonly<Record<string, string>>;
}

interface ContentProps {
  of: Pick<Message, "content" | "error" | "to" | "template_id">;
  sources: Sources;
}

/** Shows the content of a message. If variables are missing, shows its template with the gaps marked. */
export function MessageContent({
  of: { content, error, to, template_id: templateId },
  sources,
}: ContentProps) {
  if (content !== null || error === null || to === null) return <Content content={content} />;
  const source = templateId === null ? null : { templateId };
  return <Unrendered error={error} source={source} sources={sources} />;
}

/**
 * Shows a message that was not rendered because variables are missing, and marks the gaps. Without a stored
 * content or readable template, only names the missing variables.
 */
export function Unrendered({ error, source, sources, variables }: Props) {
  const { t } = useTexts();
  const missing = error === null ? [] : missingNames(error);
  if (missing.length === 0) return <Content content={null} />;
  const reason = t.refusals.missing(missing.join(", "));
  const content = contentOf(source, sources.templates);
  if (content === undefined) return <Loading isLoading rows={1} />;
  if (content === null) {
    return (
      <p class="hint">
        {t.content.unavailable} {reason}
      </p>
    );
  }
  const gaps = new Set(missing.map(variableNamed));
  const isGap = (name: string) => gaps.has(variableNamed(name));
  const ofContact = sources.contact === null ? () => undefined : valuesOf(sources.contact);
  const shown = filled(content, (name) =>
    isGap(name) ? undefined : (valueIn(variables, name) ?? ofContact(name)),
  );
  const marked = shownVariables(content);
  return (
    <GapsContext.Provider value={gaps}>
      <Content content={shown.content} />
      <p class="hint">{[...gaps].every((name) => marked.has(name)) ? t.content.gaps : reason}</p>
      {variables === undefined && (
        <p class="hint">
          {t.content.currentTemplate} {!variablesIn(content).every(isGap) && t.content.currentValues}
        </p>
      )}
    </GapsContext.Provider>
  );
}

/** Returns the content with placeholders; null if it is unavailable, undefined while its template loads. */
function contentOf(source: Source, { value, failure }: Sources["templates"]): Wording | null | undefined {
  if (source === null) return null;
  if ("content" in source) return source.content;
  const template = value?.get(source.templateId);
  return template === undefined && failure !== null ? null : template;
}
