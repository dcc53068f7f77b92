import { useLocation, useRoute } from "preact-iso";
import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { NotFound, isNotFound } from "../parts/not-found";
import { useLists } from "../lists/use-lists";
import { ConfirmButton } from "../parts/confirm-button";
import { Heading } from "../parts/heading";
import { State } from "../parts/state";
import { useAccount, useScope } from "../service/signed-in";
import { Timeline } from "../conversation/conversation";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { ContactForm, type Entered } from "./form";
import { Memberships } from "./memberships";

const LIST_PATH = "/console/contacts";

export function ContactPage() {
  const { id = "" } = useRoute().params;
  return <OneContact key={id} id={id} />;
}

function OneContact({ id }: { id: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(id, (signal) => recado.contacts.get({ contact_id: id }, { signal }));
  const mayReadMessages = useScope("messages:read");
  const contact = result.value;
  if (isNotFound(result))
    return <NotFound title={t.contacts.notFound} href={LIST_PATH} linkText={t.contacts.back} />;
  return (
    <>
      <p>
        <a href={LIST_PATH}>{t.contacts.back}</a>
      </p>
      <State result={result} />
      {contact !== null && (
        <>
          <Heading name={contact.name ?? contact.phone} />
          <div class="columns">
            <div>
              <Details contact={contact} onChanged={result.refetch} />
            </div>
            {mayReadMessages && (
              <section class="card">
                <h2>{t.contacts.history}</h2>
                <Timeline number={contact.phone} />
              </section>
            )}
          </div>
        </>
      )}
    </>
  );
}

function Details({ contact, onChanged }: { contact: Contact; onChanged(): void }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { path, query, route } = useLocation();
  const mayWrite = useScope("contacts:write");
  const lists = useLists();
  const stopEditing = () => {
    route(path, true);
    document.querySelector<HTMLElement>("main h1")?.focus();
  };
  const update = useMutation(
    ({ phone, ...rest }: Entered) =>
      recado.contacts.update({
        contact_id: contact.id,
        ...rest,
        ...(phone === contact.phone ? {} : { phone }),
      }),
    () => {
      onChanged();
      stopEditing();
    },
  );
  const remove = useMutation(
    () => recado.contacts.delete({ contact_id: contact.id }),
    () => route(LIST_PATH, true),
  );
  if (mayWrite && query.edit !== undefined) {
    return (
      <ContactForm
        initial={contact}
        place={contact.id}
        action={update}
        submit={t.contacts.save}
        onCancel={stopEditing}
      />
    );
  }
  const attributes = Object.entries(contact.attributes);
  return (
    <>
      <section class="card">
        <h2>{t.contacts.details}</h2>
        <dl class="facts">
          <Fact name={t.contacts.phone} value={contact.phone} />
          <Fact name={t.contacts.name} value={contact.name ?? "—"} />
          {attributes.map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
          <Fact name={t.contacts.createdAt} value={format.instant(contact.created_at)} />
          <Fact name={t.contacts.updated} value={format.instant(contact.updated_at)} />
        </dl>
        {mayWrite && (
          <div class="choices">
            <a class="btn" href={`${path}?edit=1`}>
              {t.contacts.edit}
            </a>
            <ConfirmButton label={t.contacts.remove} action={remove}>
              <p>{t.contacts.removing(contact.name ?? contact.phone)}</p>
            </ConfirmButton>
          </div>
        )}
      </section>
      <Memberships contact={contact} lists={lists.value ?? []} onChanged={onChanged} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
