import type { BlockReason, Message } from "../../../../client";
import { type QueryResult, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { phoneText } from "../../../../messaging/phone-text";
import { Status } from "../parts/status";
import { useTexts, wordFor } from "../texts/language";
import { ErrorExplanation } from "../parts/error-details";
import { addressOf } from "../parts/pages";
import { blockText } from "../parts/reasons";
import { CopiedFact, Copy, Fact, NamedLink } from "../parts/fact";
import { TagLinks } from "../parts/tags";
import { Moment } from "../parts/when";
import { contentSummary } from "./content-summary";
import { Skeleton } from "../../../design/skeleton";
import { MessageContent, useSourcesOf } from "../parts/unrendered";
import { Timeline } from "./timeline";

const POLL_MS = 3_000;

export function useMessage(id: string): QueryResult<Message> {
  return useQuery(id, (recado) => recado.messages.get({ message_id: id }), { everyMs: POLL_MS });
}

interface TitleProps {
  message: Message;
  contactName: string | undefined;
}

/** Shows a message's recipient, by name if known, and its status, as content of a heading. */
export function MessageTitle({ message: { to, status }, contactName }: TitleProps) {
  const { t } = useTexts();
  const number = to === null ? t.conversation.numberErased : phoneText(to);
  return (
    <>
      <span class={contactName === undefined ? "phone" : undefined}>{contactName ?? number}</span>{" "}
      {contactName !== undefined && <span class="phone text-sm font-normal text-quiet">{number}</span>}{" "}
      <span class="align-middle text-sm font-normal">
        <Status status={status} />
      </span>
    </>
  );
}

/** Statuses whose error has a red mark. An error with any other status has an amber mark. */
const RED: ReadonlySet<string> = new Set(["failed", "error"]);

/** Explains why a message did not arrive and what to do. Shows nothing without an error or block reason. */
function MessageErrorExplanation({ of: message }: { of: Message }) {
  const { error, status, block_reason: blockReason } = message;
  const { t } = useTexts();
  if (error === null) return blockReason === null ? null : <Block of={message} reason={blockReason} />;
  return (
    <section class={RED.has(status) ? "card banner" : "card banner mild"}>
      <h2>{t.messages.error}</h2>
      <ErrorExplanation of={error} />
    </section>
  );
}

/**
 * Explains why a message was blocked, and links to the sending rule, the consents or the contact that blocked
 * it.
 */
function Block({ of: { to, purpose, contact_id: contactId }, reason }: { of: Message; reason: BlockReason }) {
  const { t } = useTexts();
  const [mayRules, mayConsents] = [useScope("rules:read"), useScope("consents:read")];
  const mayContacts = useScope("contacts:read");
  const seesConsents = mayConsents && (reason === "no_consent" || reason === "suppressed");
  const consents = useConsentsAddress(seesConsents ? to : null);
  const links: [href: string, words: string][] = [
    ...(mayRules && reason !== "suppressed"
      ? [[`/console/settings/sending-rules/${purpose}`, t.messages.seeRule] as [string, string]]
      : []),
    ...(seesConsents && to !== null ? [[consents, t.messages.seeConsents] as [string, string]] : []),
    ...(mayContacts && reason === "suppressed" && contactId !== null
      ? [[`/console/contacts/${contactId}`, t.messages.seeContact] as [string, string]]
      : []),
  ];
  return (
    <section class="card banner mild">
      <h2>{t.messages.blockedWhy}</h2>
      <p>{blockText(reason, t)}</p>
      {links.length > 0 && (
        <p class="flex flex-wrap gap-x-4">
          {links.map(([href, words]) => (
            <a key={words} class="link" href={href}>
              {words}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

/**
 * Returns the address of the page with a number's consent records. If the number has a contact, filters by
 * the contact.
 */
function useConsentsAddress(phone: string | null): string {
  const contact = useScopedQuery({
    scope: "contacts:read",
    key: `contact of ${phone}`,
    none: undefined,
    load: async ({ contacts }) =>
      phone === null ? undefined : (await contacts.list({ phone, limit: 1 })).data[0],
  }).value;
  return addressOf("/console/consents", contact ? { contact: contact.id } : { phone: phone ?? "" });
}

interface FactsProps {
  of: Message;
  /** Name of the recipient's contact; undefined for a missing or unnamed contact. */
  contactName: string | undefined;
}

/** Shows facts about a message, with links to its recipient, campaign, template and parent message. */
function Facts({ of: message, contactName }: FactsProps) {
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
      <Fact name={t.palette.kinds.campaign}>
        {message.campaign_id && <NamedLink kind="campaign" id={message.campaign_id} />}
      </Fact>
      <Fact name={t.palette.kinds.template}>
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

interface Props {
  message: Message;
  contactName: string | undefined;
  /** Whether the message came from the list of messages, which omits the status history. */
  isPartial?: boolean;
  /** Whether the sections are in the side panel, where they need no boxes. */
  isPanel?: boolean;
}

/** Shows a message's content, timeline and facts. A wide page shows the facts beside the rest. */
export function MessageDetail({ message, contactName, isPartial = false, isPanel = false }: Props) {
  const { t } = useTexts();
  const sources = useSourcesOf([message]);
  const box = isPanel ? "border-t border-base-300 py-4" : "card";
  return (
    <div class="@container">
      <div class={isPanel ? "" : "grid items-start gap-x-4 @3xl:grid-cols-[minmax(0,1fr)_21rem]"}>
        <div class="min-w-0">
          <MessageErrorExplanation of={message} />
          <section class={box}>
            <h2 class="mb-2">{t.messages.text}</h2>
            <MessageContent of={message} sources={sources} />
          </section>
          <section class={box}>
            <h2 class="mb-3">{t.messages.history}</h2>
            {isPartial ? <Skeleton rows={3} /> : <Timeline of={message} />}
          </section>
        </div>
        <section class={box} aria-label={t.messages.facts}>
          <h2 class="mb-3">{t.messages.facts}</h2>
          <Facts of={message} contactName={contactName} />
        </section>
      </div>
    </div>
  );
}
