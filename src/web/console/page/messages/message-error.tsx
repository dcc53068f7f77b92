import type { BlockReason, Message } from "../../../../client";
import { ErrorExplanation } from "../parts/error-details";
import { addressOf } from "../parts/pages";
import { blockText } from "../parts/reasons";
import { useScope } from "../service/signed-in";
import { useScopedQuery } from "../service/use-query";
import { useTexts } from "../texts/language";

/** Statuses whose error has a red mark. An error with any other status has an amber mark. */
const RED: ReadonlySet<string> = new Set(["failed", "error"]);

/** Explains why a message did not arrive, and the remedy; nothing without an error or block reason. */
export function MessageErrorExplanation({ of: message }: { of: Message }) {
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
