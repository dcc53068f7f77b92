import type { Consent, Contact, ContactList, Conversation } from "../../../../client";
import { CopyButton } from "../../../design/copy-button";
import { Blocked } from "../contacts/table";
import { blocksOf } from "../contacts/rules";
import { later, WithPart } from "../parts/later";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { When } from "../parts/when";
import { useQuery, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { Pair } from "../parts/fact";

const grantedAgain = later(async () => (await import("../consents/facts")).GrantedAgain);

/** Number of newest messages to the person whose campaigns the panel shows. */
const MAX_MESSAGES = 50;
const MAX_CAMPAIGNS = 5;
const MAX_ATTRIBUTES = 12;

interface Props {
  /** Phone number in E.164 format. */
  phone: string;
  contact: Contact | null;
  conversation: Conversation | null;
  lists: readonly ContactList[];
  /** Opt-out and the later consent that replaces it; null if there is none, or if the key may not read it. */
  regrant: { revoked: Consent; granted: Consent } | null;
  /** Number of messages sent from this page to the person. When it changes, the figures are read again. */
  sent: number;
}

/** Shows the person of a conversation: name and number, lists, blocks, variables, messages and campaigns. */
export function Person({ phone, contact, conversation, lists, regrant, sent }: Props) {
  const { t, format } = useTexts();
  const mayReadContacts = useScope("contacts:read");
  const mayWriteContacts = useScope("contacts:write");
  const words = t.replies;
  const name = contact?.name ?? conversation?.contact_name ?? null;
  const attributes = Object.entries(contact?.attributes ?? {});
  const memberships = lists.filter(({ id, type }) => type !== "blacklist" && contact?.list_ids.includes(id));
  const blocks = blocksOf(contact?.list_ids ?? [], lists);
  return (
    <>
      <p class="text-base font-semibold">
        {contact === null ? (
          (name ?? phoneText(phone))
        ) : (
          <a href={`/console/contacts/${contact.id}`}>{name ?? phoneText(phone)}</a>
        )}
      </p>
      <p class="phone text-quiet">
        {phoneText(phone)}{" "}
        <CopyButton value={phone} label={words.copyNumber} copiedLabel={t.settings.copied} />
      </p>
      {mayReadContacts && contact === null && (
        <p class="hint">
          {words.unknownPerson}{" "}
          {mayWriteContacts && <a href={addressOf("/console/contacts/new", { phone })}>{words.addPerson}</a>}
        </p>
      )}
      <dl class="mt-4 grid gap-3">
        {blocks.length > 0 && (
          <Pair name={t.contacts.blocked}>
            <Blocked blocks={blocks} />
          </Pair>
        )}
        {conversation?.opted_out && regrant === null && (
          <Pair name={words.optedOut}>{words.optedOutHint}</Pair>
        )}
        {regrant !== null && (
          <WithPart of={grantedAgain} placeholder={null}>
            {(GrantedAgain) => (
              <GrantedAgain
                {...regrant}
                href={addressOf("/console/consents", contact === null ? { phone } : { contact: contact.id })}
              />
            )}
          </WithPart>
        )}
        {contact !== null && (
          <div>
            <dt>{t.menu.lists}</dt>
            <dd class="flex flex-wrap gap-x-3 gap-y-1">
              {memberships.length === 0
                ? t.common.none
                : memberships.map(({ id, name: list }) => (
                    <a key={id} href={`/console/lists/${id}`}>
                      {list}
                    </a>
                  ))}
            </dd>
          </div>
        )}
        {attributes.slice(0, MAX_ATTRIBUTES).map(([attribute, value]) => (
          <Pair key={attribute} name={attribute}>
            {value}
          </Pair>
        ))}
        {contact !== null && (
          <Pair name={t.contacts.createdAt}>
            <When at={contact.created_at} />
          </Pair>
        )}
        {conversation !== null && (
          <Pair name={words.received}>{format.number(conversation.message_count)}</Pair>
        )}
        <History phone={phone} sent={sent} />
      </dl>
    </>
  );
}

/** Shows the number of messages to the person, and the newest messages' campaigns; nothing while loading. */
function History({ phone, sent }: Pick<Props, "phone" | "sent">) {
  const { t, format } = useTexts();
  const mayReadCampaigns = useScope("campaigns:read");
  const found = useQuery(`history ${phone} ${sent} ${mayReadCampaigns}`, async (recado) => {
    const page = await recado.messages.list({ recipient: [phone], limit: MAX_MESSAGES });
    const ids = [...new Set(page.data.flatMap(({ campaign_id: id }) => id ?? []))].slice(0, MAX_CAMPAIGNS);
    const campaigns = mayReadCampaigns
      ? await Promise.all(
          // Messages keep the id of a deleted campaign, for which this request returns 404.
          ids.map((id) => recado.campaigns.get({ campaign_id: id }).catch(() => null)),
        )
      : [];
    return { total: page.pagination.total, campaigns: campaigns.filter((one) => one !== null) };
  }).value;
  if (found === null) return null;
  return (
    <>
      <Pair name={t.menu.messages}>
        <a href={addressOf("/console/messages", { search: phone })}>{format.number(found.total)}</a>
      </Pair>
      {found.campaigns.length > 0 && (
        <Pair name={t.replies.campaigns}>
          <ul class="grid gap-1">
            {found.campaigns.map(({ id, name }) => (
              <li key={id}>
                <a href={`/console/campaigns/${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </Pair>
      )}
    </>
  );
}
