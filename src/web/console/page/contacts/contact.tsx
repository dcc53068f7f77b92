import { MessagesSquare, Pencil, SendHorizontal, Trash } from "lucide";
import { useLocation, useRoute } from "preact-iso";
import type { Consent, Contact } from "../../../../client";
import { CopyButton } from "../../../design/copy-button";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { CopiedFact, Fact } from "../parts/fact";
import { useTexts } from "../texts/language";
import { useLists } from "../parts/use-lists";
import { ConfirmButton } from "../parts/dialog-buttons";
import { Heading, ResourcePage } from "../parts/resource-page";
import { phoneText } from "../../../../messaging/phone-text";
import { later, WithPart } from "../parts/later";
import { State } from "../parts/state";
import { Moment } from "../parts/when";
import { contactNamesOf } from "../parts/name-cache";
import { useAccount, useMutation, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { Timeline } from "../conversation/conversation";
import { ContactForm, type Entered } from "./form";
import { Memberships } from "./memberships";
import { NumberStays } from "./number-stays";
import { changesOf } from "./rules";

const Consents = later(async () => (await import("../consents/facts")).ContactConsents);

const LIST_PATH = "/console/contacts";
/** Maximum page size of the API. Consents beyond the newest page are ignored. */
const MAX_CONSENTS = 1_000;

export function ContactPage() {
  const { t } = useTexts();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (recado) => recado.contacts.get({ contact_id: id }));
  const mayReadMessages = useScope("messages:read");
  const maySend = useScope("messages:send");
  const mayReadConsents = useScope("consents:read");
  const found = result.value;
  const consents = useScopedQuery({
    scope: "consents:read",
    // A change of the contact's lists may record a consent, so it causes another request.
    key: found === null ? "" : `consents ${found.id} ${found.phone} ${found.list_ids.join(" ")}`,
    none: null,
    load: async ({ consents: records }) =>
      found && records.listContactConsents({ contact_id: found.id, limit: MAX_CONSENTS }),
  });
  return (
    <ResourcePage
      result={result}
      notFound={t.contacts.notFound}
      back={{ href: LIST_PATH, text: t.contacts.back }}
    >
      {(contact) => (
        <>
          <div class="head">
            <div>
              <Heading name={contact.name ?? phoneText(contact.phone)} />
              {contact.name !== null && <p class="hint phone">{phoneText(contact.phone)}</p>}
            </div>
            <div class="flex flex-wrap gap-2">
              {mayReadMessages && (
                <a class="btn" href={`/console/replies/${encodeURIComponent(contact.phone)}`}>
                  <Icon of={MessagesSquare} />
                  {t.contacts.openConversation}
                </a>
              )}
              {maySend && (
                <a class="btn btn-primary" href={`/console/send?to=${encodeURIComponent(contact.phone)}`}>
                  <Icon of={SendHorizontal} />
                  {t.contacts.sendMessage}
                </a>
              )}
            </div>
          </div>
          <div
            class={
              mayReadMessages ? "grid items-start gap-x-4 lg:grid-cols-[minmax(0,1fr)_22rem]" : "max-w-2xl"
            }
          >
            <div class="min-w-0 lg:col-start-2">
              <Details contact={contact} consents={consents.value?.data ?? []} onChanged={result.refetch} />
            </div>
            {mayReadMessages && (
              <section class="card lg:col-start-1 lg:row-span-2 lg:row-start-1">
                <h2>{t.contacts.history}</h2>
                <p class="hint mb-2">{t.contacts.newestFirst}</p>
                <Timeline number={contact.phone} />
              </section>
            )}
            <div class="min-w-0 lg:col-start-2">
              {mayReadConsents && (
                <WithPart of={Consents}>
                  {(Section) => <Section contact={contact} consents={consents} />}
                </WithPart>
              )}
              <Record contact={contact} />
            </div>
          </div>
        </>
      )}
    </ResourcePage>
  );
}

interface DetailsProps {
  contact: Contact;
  consents: readonly Consent[];
  onChanged(): void;
}

function Details({ contact, consents, onChanged }: DetailsProps) {
  const { t } = useTexts();
  const { account } = useAccount();
  const { path, query, route } = useLocation();
  const mayWrite = useScope("contacts:write");
  const lists = useLists();
  const stopEditing = () => {
    route(path, true);
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const update = useMutation(
    async (recado, entered: Entered, base: Entered) => {
      const ref = { contact_id: contact.id };
      const changes = changesOf(base, entered, await recado.contacts.get(ref));
      return recado.contacts.update({ ...ref, ...changes });
    },
    () => {
      contactNamesOf(account.id).forget(contact.id);
      onChanged();
      stopEditing();
    },
  );
  if (mayWrite && query.edit !== undefined) {
    return (
      <ContactForm
        initial={contact}
        place={contact.id}
        action={update}
        submit={t.common.save}
        onCancel={stopEditing}
      />
    );
  }
  const attributes = Object.entries(contact.attributes);
  return (
    <>
      <section class="card">
        <div class="card-head">
          <h2>{t.contacts.details}</h2>
          {mayWrite && (
            <a class="btn btn-sm" href={`${path}?edit=1`}>
              <Icon of={Pencil} size={14} />
              {t.common.edit}
            </a>
          )}
        </div>
        <dl class="facts-list">
          <Fact name={t.contacts.phone}>
            <span class="inline-flex items-center gap-1">
              {phoneText(contact.phone)}
              <CopyButton
                value={contact.phone}
                label={t.contacts.copyPhone}
                copiedLabel={t.settings.copied}
              />
            </span>
          </Fact>
          <Fact name={t.common.name}>{contact.name ?? "—"}</Fact>
          {attributes.map(([attribute, value]) => (
            <Fact key={attribute} name={attribute}>
              {value}
            </Fact>
          ))}
        </dl>
        {attributes.length === 0 && <p class="hint mt-2">{t.contacts.noVariables}</p>}
      </section>
      {lists.value === null ? (
        <section class="card">
          <h2>{t.menu.lists}</h2>
          <State result={lists} />
        </section>
      ) : (
        <Memberships contact={contact} lists={lists.value} consents={consents} onChanged={onChanged} />
      )}
    </>
  );
}

/** Shows when the contact was created and changed, its id, and the button that deletes it. */
function Record({ contact }: { contact: Contact }) {
  const { t } = useTexts();
  const { account } = useAccount();
  const { route } = useLocation();
  const toast = useToast();
  const mayWrite = useScope("contacts:write");
  const name = contact.name ?? phoneText(contact.phone);
  const remove = useMutation(
    (recado) => recado.contacts.delete({ contact_id: contact.id }),
    () => {
      contactNamesOf(account.id).forget(contact.id);
      toast({ text: t.contacts.deletedOne(name) });
      route(LIST_PATH, true);
    },
  );
  return (
    <section class="card">
      <dl class="facts-list">
        <Fact name={t.contacts.createdAt}>
          <Moment at={contact.created_at} />
        </Fact>
        <Fact name={t.contacts.updated}>
          <Moment at={contact.updated_at} />
        </Fact>
        <CopiedFact name={t.messages.id} value={contact.id} />
      </dl>
      {mayWrite && (
        <div class="choices">
          <ConfirmButton
            label={t.common.delete}
            action={remove}
            isDangerous
            confirm={t.contacts.deleteContact}
            class="btn text-error"
            icon={<Icon of={Trash} />}
          >
            <p>{t.contacts.removing(name)}</p>
            <NumberStays phone={contact.phone} />
          </ConfirmButton>
        </div>
      )}
    </section>
  );
}
