import type { BlockReason, Message, MessageError } from "../../../../client";
import { ErrorCodes, ErrorDetails } from "../parts/error-details";
import { addressOf } from "../parts/pages";
import { blockText } from "../parts/reasons";
import { useScope } from "../service/signed-in";
import { useTexts } from "../texts/language";

/** Statuses with a red mark. Other statuses with an error have an amber mark. */
const RED: ReadonlySet<string> = new Set(["failed", "error"]);

type Faults = Readonly<Record<string, { what: string; todo: string }>>;

/** Explains why a message did not arrive, and the remedy. An unknown error code has the service's text. */
export function Fault({ of: message }: { of: Message }) {
  const { error, status, block_reason: blockReason } = message;
  return error === null ? (
    blockReason !== null && <Block of={message} reason={blockReason} />
  ) : (
    <ErrorFault error={error} isRed={RED.has(status)} />
  );
}

/** Why a message was blocked, with links to what decided it. */
function Block({ of: { to, purpose, contact_id: contactId }, reason }: { of: Message; reason: BlockReason }) {
  const { t } = useTexts();
  const [mayRules, mayConsents] = [useScope("rules:read"), useScope("consents:read")];
  const mayContacts = useScope("contacts:read");
  const links: [href: string, words: string][] = [
    ...(mayRules && reason !== "suppressed"
      ? [[`/console/settings/sending-rules/${purpose}`, t.messages.seeRule] as [string, string]]
      : []),
    ...(mayConsents && (reason === "no_consent" || reason === "suppressed") && to !== null
      ? [[addressOf("/console/consents", { phone: to }), t.messages.seeConsents] as [string, string]]
      : []),
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
            <a key={href} class="link" href={href}>
              {words}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

function ErrorFault({ error, isRed }: { error: MessageError; isRed: boolean }) {
  const { t } = useTexts();
  const { code, message } = error;
  const known = (t.faults as Faults)[code];
  return (
    <section class={isRed ? "card banner" : "card banner mild"}>
      <h2>{t.messages.error}</h2>
      <p>{known?.what ?? message}</p>
      {known && <p>{known.todo}</p>}
      {known && <ErrorDetails of={{ code, message }} />}
      <ErrorCodes of={error} />
    </section>
  );
}
