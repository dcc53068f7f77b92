import type { Content as Wording, Message, MessageError } from "../../../../client";
import { sharedRequest } from "../service/shared-request";
import { useAccount, useScope } from "../service/signed-in";
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

interface ContentProps {
  of: Pick<Message, "content" | "error" | "to" | "template_id">;
}

/** Shows the content of a message. If variables are missing, shows the template with the gaps marked. */
export function MessageContent({ of: { content, error, to, template_id: templateId } }: ContentProps) {
  if (content !== null || error === null || to === null) return <Content content={content} />;
  return <Unrendered error={error} to={to} source={templateId === null ? null : { templateId }} />;
}

/**
 * Shows a message with missing variables and marks the gaps. Names only the missing variables if the content
 * is unknown: the service does not store the content of a message sent without a template.
 */
export function Unrendered({ error, to, source, variables = {} }: Props) {
  const { t } = useTexts();
  const { account } = useAccount();
  const [mayTemplates, mayContacts] = [useScope("templates:read"), useScope("contacts:read")];
  const missing = error === null ? [] : missingNames(error);
  const templateId = source !== null && "templateId" in source && missing.length > 0 ? source.templateId : "";
  // The messages of a conversation share the requests for their contact and their templates.
  const template = useQuery(`template ${templateId}`, async (recado) =>
    templateId !== "" && mayTemplates
      ? (
          await sharedRequest(account.id, `template ${templateId}`, () =>
            recado.templates.get({ template_id: templateId }),
          )
        ).content
      : null,
  ).value;
  const phone = missing.length > 0 && mayContacts ? to : "";
  const contact = useQuery(`contact ${phone}`, async (recado) =>
    phone === ""
      ? null
      : ((
          await sharedRequest(account.id, `contact ${phone}`, () => recado.contacts.list({ phone, limit: 1 }))
        ).data[0] ?? null),
  ).value;
  const content = source !== null && "content" in source ? source.content : template;
  if (missing.length === 0) return <Content content={null} />;
  if (content === null) return <p class="hint">{t.refusals.missing(missing.join(", "))}</p>;
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
