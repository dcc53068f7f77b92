import type { Message } from "../../../../client";
import { CopiedFact, Copy, Fact } from "../parts/fact";
import { NamedLink } from "../parts/named-link";
import { addressOf } from "../parts/pages";
import { TagLinks } from "../parts/tags";
import { phoneText } from "../../../../messaging/phone-text";
import { Moment } from "../parts/when";
import { useScope } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { useTexts, wordFor } from "../texts/language";
import { contentSummary } from "./content-summary";

interface Props {
  of: Message;
  /** Name of the recipient's contact; undefined for a missing or unnamed contact. */
  contactName: string | undefined;
}

/** Shows facts about a message, with links to its recipient, campaign, template and parent message. */
export function Facts({ of: message, contactName }: Props) {
  const { t, format } = useTexts();
  const words = t.messages;
  const { to, carrier_reference: reference, client_reference: own } = message;
  const contactId = useScope("contacts:read") ? message.contact_id : null;
  return (
    <dl class="facts-list">
      <Fact name={words.recipient}>
        {contactId !== null && to !== null ? (
          <a href={`/console/contacts/${contactId}`}>{contactName ?? phoneText(to)}</a>
        ) : to === null ? (
          t.conversation.numberErased
        ) : null}
        {to !== null && (
          <div class="phone">
            {(contactName !== undefined || contactId === null) && phoneText(to)}{" "}
            <Copy value={to} name={words.number} />
          </div>
        )}
      </Fact>
      <Fact name={words.channel}>{wordFor(t.channel, message.channel)}</Fact>
      <Fact name={words.purpose}>{t.purpose[message.purpose]}</Fact>
      <Fact name={words.sender}>{message.sender}</Fact>
      <Fact name={words.campaign}>
        {message.campaign_id && <NamedLink kind="campaign" id={message.campaign_id} />}
      </Fact>
      <Fact name={words.template}>
        {message.template_id && <NamedLink kind="template" id={message.template_id} />}
      </Fact>
      <Parent id={message.parent_message_id} />
      <Fact name={t.tags.name}>{message.tags.length === 0 ? null : <TagLinks tags={message.tags} />}</Fact>
      <Fact name={words.price}>{message.carrier === null ? "—" : format.unitPrice(message.price)}</Fact>
      <Fact name={words.segments}>{message.segments === null ? null : format.number(message.segments)}</Fact>
      <Fact name={words.created}>
        <Moment at={message.created_at} />
      </Fact>
      <Fact name={words.notBefore}>
        {message.not_before === null ? null : <Moment at={message.not_before} />}
      </Fact>
      <Fact name={words.batch}>
        {message.batch_id === null || message.batch_id === message.id ? null : (
          <a href={addressOf("/console/messages", { batch: message.batch_id })}>{words.batchLink}</a>
        )}
      </Fact>
      <Fact name={words.carrier}>{message.carrier}</Fact>
      <CopiedFact name={words.reference} value={reference} />
      <CopiedFact name={words.clientReference} value={own} />
      <CopiedFact name={words.id} value={message.id} />
    </dl>
  );
}

function Parent({ id }: { id: string | null }) {
  const { t, format } = useTexts();
  const { value } = useQuery(`parent ${id}`, async (recado) =>
    id === null ? null : await recado.messages.get({ message_id: id }),
  );
  if (id === null) return null;
  return (
    <Fact name={t.messages.parent}>
      <a href={`/console/messages/${id}`}>
        {value === null
          ? id
          : value.content === null
            ? format.minute(value.created_at)
            : contentSummary(value.content, t)}
      </a>
    </Fact>
  );
}
