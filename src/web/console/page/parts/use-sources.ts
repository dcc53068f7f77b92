import type { Contact, Content, Message } from "../../../../client";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { missingNames } from "./reasons";
import { isNotFound } from "./resource-page";

/** Templates and contact from which the console renders messages with missing variables. */
export interface Sources {
  /** Contents by template id; null for a deleted template, or if the key may not read templates. */
  templates: QueryResult<ReadonlyMap<string, Content | null>>;
  /** Recipient's contact; null while it loads, if there is none, or if the key may not read contacts. */
  contact: Contact | null;
}

/** Requests the templates with the ids, and the contact with the phone number. */
export function useSources(phone: string | null, templateIds: readonly string[]): Sources {
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  const ids = [...new Set(templateIds)].sort();
  const templates = useQuery(ids.join(" "), async (recado) => {
    const contentOf = (id: string): Promise<Content | null> =>
      recado.templates.get({ template_id: id }).then(
        ({ content }) => content,
        (failure: unknown) => {
          if (!isNotFound({ failure })) throw failure;
          return null;
        },
      );
    return new Map(
      await Promise.all(ids.map(async (id) => [id, mayTemplates ? await contentOf(id) : null] as const)),
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
