import type { Content as Wording, MessageError } from "../../../../client";
import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts } from "../texts/language";
import { Content } from "./content";
import { GapsContext } from "./gaps";
import { missingNames } from "./reasons";
import { filled, valuesOf } from "./values";

interface Props {
  error: Pick<MessageError, "code" | "message"> | null;
  /** Recipient's phone number. */
  to: string;
  /** Content with placeholders, or the id of its template. */
  source: { content: Wording } | { templateId: string } | null;
  /** Variables in the send request. */
  variables?: Readonly<Record<string, string>>;
}

/** Shows a message with missing variables and marks the gaps, if the key may read the content. */
export function Unrendered({ error, to, source, variables = {} }: Props) {
  const { t } = useTexts();
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  const missing = error === null ? [] : missingNames(error);
  const templateId = source !== null && "templateId" in source && missing.length > 0 ? source.templateId : "";
  const template = useQuery(`template ${templateId}`, async (recado, signal) =>
    templateId !== "" && mayTemplates
      ? (await recado.templates.get({ template_id: templateId }, { signal })).content
      : null,
  ).value;
  const phone = missing.length > 0 && mayContacts ? to : "";
  const contact = useQuery(`contact ${phone}`, async (recado, signal) =>
    phone === "" ? null : ((await recado.contacts.list({ phone, limit: 1 }, { signal })).data[0] ?? null),
  ).value;
  const content = source !== null && "content" in source ? source.content : template;
  if (missing.length === 0 || content === null) return <Content content={null} />;
  const ofContact = contact === null ? () => undefined : valuesOf(contact);
  const shown = filled(content, (name) =>
    missing.includes(name) ? undefined : Object.hasOwn(variables, name) ? variables[name] : ofContact(name),
  );
  return (
    <GapsContext.Provider value={new Set(missing)}>
      <Content content={shown.content} />
      <p class="hint">{t.content.gaps}</p>
    </GapsContext.Provider>
  );
}
