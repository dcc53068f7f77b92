import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { searchOf } from "../contacts/rules";
import { useTexts } from "../language";
import { Failure, fieldFault } from "../parts/failure";
import { Field } from "../parts/field";
import { addressOf, PAGE_SIZE, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../signed-in";
import { useAction } from "../use-action";
import { useAnswer } from "../use-answer";
import { Removal } from "./removal";

interface Props {
  list: ContactList;
  /** Counts what has changed the members from elsewhere. */
  changes: number;
  onChanged(): void;
}

/** Who is in a list. */
export function Members({ list, changes, onChanged }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { path, query, route } = useLocation();
  const mayWrite = useScope("contacts:write");
  const { search = "" } = query;
  const page = pageIn(query);
  const wanted = searchOf(search);
  const params = {
    ...(wanted === "" ? {} : { search: wanted }),
    ...{ list_id: list.id, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  };
  const answer = useAnswer(JSON.stringify([params, changes]), (signal) =>
    recado.contactLists.listMembers(params, { signal }),
  );
  const changed = () => {
    answer.again();
    onChanged();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget as HTMLFormElement).get("search") as string;
    route(addressOf(path, { search: typed }));
  };
  const found = answer.value;
  return (
    <section class="card">
      <h2>{list.type === "blacklist" ? t.lists.blockedMembers : t.lists.members}</h2>
      {mayWrite && <Addition list={list} onAdded={changed} />}
      <form key={search} class="filters" role="search" onSubmit={submit}>
        <label>
          {t.contacts.search}
          <input name="search" type="search" minLength={3} maxLength={120} defaultValue={search} />
        </label>
        <button type="submit">{t.messages.apply}</button>
        {search !== "" && <a href={path}>{t.messages.clear}</a>}
      </form>
      <State answer={answer} />
      {found !== null && (
        <p class="hint" aria-live="polite">
          {t.contacts.count(format.number(found.data.length), format.number(found.pagination.total))}
        </p>
      )}
      {found !== null && found.data.length > 0 && (
        <div class="people">
          <Table label={t.lists.members} columns={[t.contacts.name, t.contacts.phone, t.lists.actions]}>
            {found.data.map((contact) => (
              <tr key={contact.id}>
                <td class="line">
                  <a href={`/console/contacts/${contact.id}`}>{contact.name ?? t.contacts.noName}</a>
                </td>
                <td class="phone">{contact.phone}</td>
                <td>
                  {mayWrite && (
                    <Removal
                      {...{ contact, list }}
                      name={t.lists.takeOut(contact.name ?? contact.phone)}
                      onRemoved={changed}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {found !== null && (
        <Pages
          page={page}
          count={found.data.length}
          hasMore={found.pagination.has_more}
          onPage={(to) => route(addressOf(path, { search, page: to }))}
        />
      )}
    </section>
  );
}

/** Adds whoever has a number, as a new contact where there is none with it. */
function Addition({ list, onAdded }: { list: ContactList; onAdded(): void }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [phone, setPhone] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const action = useAction(
    () => recado.contactLists.upsertMember({ list_id: list.id, phone: phone.trim() }),
    (contact) => {
      setPhone("");
      setAdded(contact.name ?? contact.phone);
      onAdded();
    },
  );
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        setAdded(null);
        void action.run();
      }}
    >
      <Field
        label={t.lists.addNumber}
        fault={fieldFault(action.failure, "phone") === null ? null : t.contacts.phoneInvalid}
      >
        <input
          type="tel"
          required
          maxLength={64}
          autocomplete="off"
          value={phone}
          onInput={(event) => setPhone(event.currentTarget.value)}
        />
      </Field>
      <button type="submit" disabled={action.busy}>
        {t.contacts.add}
      </button>
      <span role="status" class="hint">
        {added !== null && t.lists.added(added)}
      </span>
      <Failure of={action.failure} except={["phone"]} />
    </form>
  );
}
