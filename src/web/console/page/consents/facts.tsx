import { Plus } from "lucide";
import type { Consent, Contact } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { CopiedFact, Fact, Pair } from "../parts/fact";
import { webAddress } from "../parts/links";
import { When } from "../parts/when";
import { phoneText } from "../../../../messaging/phone-text";
import { useConsentTexts } from "./texts";
import { type QueryResult, useScope, useScopedQuery } from "../service/hooks";
import { Icon } from "../../../design/icon";
import { addressOf } from "../parts/pages";
import { State } from "../parts/state";

/** Shows whether consent was granted or revoked. A grant has ended if its contact was deleted. */
export function ConsentChip({ of: { status, phone } }: { of: Pick<Consent, "status" | "phone"> }) {
  const words = useConsentTexts();
  if (status === "granted" && phone === null) return <span class="status">{words.ended}</span>;
  return (
    <span class={status === "granted" ? "status tone-good" : "status tone-bad"}>
      {words.statuses[status]}
    </span>
  );
}

/** Minimum delay between a consent and its record for which the page shows both times, in milliseconds. */
const LATE_MS = 60_000;

/** Shows when a person granted or revoked consent. If it was recorded later, also shows when. */
export function Times({ of: { occurred_at: at, created_at: recorded } }: { of: Consent }) {
  const words = useConsentTexts();
  return (
    <span>
      <When at={at} />
      {Date.parse(recorded) - Date.parse(at) >= LATE_MS && (
        <span class="hint block whitespace-nowrap">
          {words.recorded}: <When at={recorded} />
        </span>
      )}
    </span>
  );
}

/** Shows the purposes and the channels that a consent covers. */
export function Scope({ of: { purposes, channels } }: { of: Pick<Consent, "purposes" | "channels"> }) {
  const { t, format } = useTexts();
  const words = useConsentTexts();
  const hasAll = (values: readonly string[], all: object) => values.length === Object.keys(all).length;
  return (
    <>
      {hasAll(purposes, t.purpose)
        ? words.allPurposes
        : format.list(purposes.map((purpose) => t.purpose[purpose]))}
      {" · "}
      {hasAll(channels, t.channel)
        ? words.allChannels
        : format.list(channels.map((channel) => t.channel[channel]))}
    </>
  );
}

/** Returns a function that translates a consent's source. It returns an unknown source unchanged. */
export function useSourceText(): (source: string) => string {
  const { sources } = useConsentTexts();
  return (source) => wordFor(sources, source);
}

/** Shows all fields of a consent, with a link to the contact with its number. */
export function ConsentFacts({ of: consent }: { of: Consent }) {
  const { t, format } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  const { phone, evidence } = consent;
  const address = webAddress(evidence?.url ?? "");
  return (
    <div class="grid gap-4">
      <h2>{phone === null ? words.noNumber : phoneText(phone)}</h2>
      {phone === null ? (
        <p class="hint">{words.noNumberHints[consent.status]}</p>
      ) : (
        <ContactLink phone={phone} />
      )}
      <dl class="facts-list">
        <Fact name={words.status}>
          <ConsentChip of={consent} />
        </Fact>
        <Fact name={words.about}>
          <Scope of={consent} />
        </Fact>
        <Fact name={t.messages.when}>{format.instant(consent.occurred_at)}</Fact>
        <Fact name={words.recorded}>{format.instant(consent.created_at)}</Fact>
        <Fact name={words.source}>{sourceText(consent.source)}</Fact>
        {evidence === null && <Fact name={words.evidence}>{words.noEvidence}</Fact>}
        <Fact name={words.text}>
          {evidence?.text ? <span class="whitespace-pre-wrap">{evidence.text}</span> : null}
        </Fact>
        <Fact name={words.url}>
          {address === null ? (
            (evidence?.url ?? null)
          ) : (
            <a href={address} target="_blank" rel="noopener noreferrer">
              {evidence?.url}
            </a>
          )}
        </Fact>
        <Fact name={words.ip}>{evidence?.ip ?? null}</Fact>
        <CopiedFact name={words.inboundMessage} value={consent.inbound_message_id} />
        <CopiedFact name={words.inboundEvent} value={consent.inbound_rcs_event_id} />
        <CopiedFact name={t.messages.id} value={consent.id} />
      </dl>
    </div>
  );
}

/** Links to the contact with a phone number, if there is one and the key may read contacts. */
function ContactLink({ phone }: { phone: string }) {
  const words = useConsentTexts();
  const contact = useScopedQuery({
    scope: "contacts:read",
    key: phone,
    none: undefined,
    load: async ({ contacts }) => (await contacts.list({ phone, limit: 1 })).data[0],
  }).value;
  if (!contact) return null;
  return (
    <p>
      <a class="link" href={`/console/contacts/${contact.id}`}>
        {contact.name ?? words.openContact}
      </a>
    </p>
  );
}

interface GrantedProps {
  revoked: Consent;
  granted: Consent;
  /** Address of the page that lists the person's consents. */
  href: string;
}

/** Shows when a person opted out, and when and how the person consented again. */
export function GrantedAgain({ revoked, granted, href }: GrantedProps) {
  const { format } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  return (
    <Pair name={words.grantedAgain}>
      <a class="link" href={href}>
        {words.revokedThenGranted(
          format.minute(revoked.occurred_at),
          format.minute(granted.occurred_at),
          sourceText(granted.source),
        )}
      </a>
      <span class="hint block">
        <Scope of={granted} />
      </span>
    </Pair>
  );
}

/** Number of consents that a contact's page shows. */
const MAX_SHOWN = 3;

interface ContactProps {
  contact: Contact;
  consents: QueryResult<{ data: readonly Consent[]; pagination: { total: number } } | null>;
}

/** Shows the newest consents of a contact's phone number. */
export function ContactConsents({ contact: { id }, consents }: ContactProps) {
  const { format } = useTexts();
  const words = useConsentTexts();
  const sourceText = useSourceText();
  const mayWrite = useScope("consents:write");
  const found = consents.value;
  return (
    <section class="card" aria-label={words.ofContact}>
      <div class="card-head">
        <h2>{words.ofContact}</h2>
        {mayWrite && (
          <a
            class="btn btn-sm"
            aria-label={words.record}
            href={addressOf("/console/consents", { contact: id, new: 1 })}
          >
            <Icon of={Plus} size={14} />
            {words.save}
          </a>
        )}
      </div>
      <State result={consents} />
      {found?.data.length === 0 && <p class="hint">{words.ofContactNone}</p>}
      {found !== null && found.data.length > 0 && (
        <>
          <ul class="rows">
            {found.data.slice(0, MAX_SHOWN).map((consent) => (
              <li key={consent.id}>
                <div class="flex flex-wrap justify-between gap-x-2">
                  <ConsentChip of={consent} />
                  <Times of={consent} />
                </div>
                <div class="hint">
                  <Scope of={consent} /> · {sourceText(consent.source)}
                </div>
              </li>
            ))}
          </ul>
          <p class="mt-2">
            <a class="link" href={addressOf("/console/consents", { contact: id })}>
              {words.all(format.number(found.pagination.total))}
            </a>
          </p>
        </>
      )}
    </section>
  );
}
