import type { Contact, Content as Wording, Message, MessageError } from "../../../../client";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { missingNames } from "./reasons";
import { unlessMissing } from "./resource-page";
import { valueIn, variableNamed } from "../../../../messaging/variable-names";
import { useTexts } from "../texts/language";
import { Content } from "./content";
import { GapsContext } from "./gaps";
import { Loading } from "./state";
import { filled, shownVariables, valuesOf, variablesIn } from "./values";

/** Templates and contact from which the console renders messages with missing variables. */
export interface Sources {
  /** Contents by template id; null for a deleted template, or if the key may not read templates. */
  templates: QueryResult<ReadonlyMap<string, Wording | null>>;
  /** Recipient's contact; null while it loads, if there is none, or if the key may not read contacts. */
  contact: Contact | null;
}

/** Requests the templates with the ids, and the contact with the phone number. */
export function useSources(phone: string | null, templateIds: readonly string[]): Sources {
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  const ids = [...new Set(templateIds)].sort();
  const templates = useQuery(ids.join(" "), async (recado) => {
    const readContent = async (id: string): Promise<Wording | null> =>
      (await unlessMissing(recado.templates.get({ template_id: id })))?.content ?? null;
    return new Map(
      await Promise.all(ids.map(async (id) => [id, mayTemplates ? await readContent(id) : null] as const)),
    );
  });
  const contact = useQuery(phone ?? "", async (recado) => {
    if (phone === null || !mayContacts) return null;
    return (await recado.contacts.list({ phone, limit: 1 })).data[0] ?? null;
  });
  // A stale contact belongs to the previous phone number.
  return { templates, contact: contact.isStale ? null : contact.value };
}

/**
 * Requests the templates and the contact of those `messages` that were not rendered because a variable was
 * missing. All these messages must have the same recipient.
 */
export function useSourcesOf(
  messages: readonly Pick<Message, "content" | "error" | "to" | "template_id">[],
): Sources {
  const unrendered = messages.filter(
    ({ content, error, template_id: id }) =>
      content === null && id !== null && error !== null && missingNames(error).length > 0,
  );
  const phone = unrendered[0]?.to ?? null;
  return useSources(phone, phone === null ? [] : unrendered.flatMap(({ template_id: id }) => id ?? []));
}

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
