import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import type { ContactList } from "../../../../client";
import { useTexts } from "../texts/language";
import { blames, Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { filterValue, searchOf } from "../parts/filter-values";
import { FilterForm, useFilters } from "../parts/filters";
import { useMembership } from "../parts/use-membership";
import { Listing } from "../parts/listing";
import { Pages, slice } from "../parts/pages";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useQuery } from "../service/use-query";
import { Removal } from "./removal";

interface Props {
  list: ContactList;
  /** Counter of changes to the members by other parts of the page. An increase triggers a refetch. */
  changes: number;
  onChanged(): void;
}

export function Members({ list, changes, onChanged }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const filtering = useFilters(useLocation().path, ["search"]);
  const mayWrite = useScope("contacts:write");
  const params = {
    ...{ list_id: list.id, search: filterValue(searchOf(filtering.filters.search)) },
    ...slice(filtering.page),
  };
  const result = useQuery(JSON.stringify([params, changes]), (signal) =>
    recado.contactLists.listMembers(params, { signal }),
  );
  const changed = () => {
    result.refetch();
    onChanged();
  };
  const found = result.value;
  const membership = useMembership();
  return (
    <section class="card">
      <h2>{list.type === "blacklist" ? t.lists.blockedMembers : t.lists.members}</h2>
      {mayWrite && <Addition list={list} onAdded={changed} />}
      <FilterForm of={filtering} label={t.contacts.search} />
      <Listing result={result} of={filtering} noMatch={t.contacts.empty} none={t.lists.noMembers}>
        {found !== null && (
          <>
            <p class="hint" aria-live="polite">
              {t.contacts.count(format.number(found.data.length), format.number(found.pagination.total))}
            </p>
            <div class="people">
              <Table
                label={t.lists.members}
                columns={[
                  t.contacts.name,
                  t.contacts.phone,
                  t.contacts.since,
                  t.contacts.why,
                  t.lists.actions,
                ]}
              >
                {found.data.map((contact) => (
                  <tr key={contact.id}>
                    <td class="line">
                      <a href={`/console/contacts/${contact.id}`}>{contact.name ?? t.contacts.noName}</a>
                    </td>
                    <td class="phone">{contact.phone}</td>
                    <td>{membership(contact, list.id)?.since}</td>
                    <td>{membership(contact, list.id)?.why}</td>
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
          </>
        )}
      </Listing>
      <Pages page={filtering.page} of={found} onPage={filtering.turnTo} />
    </section>
  );
}

/** Form that adds a phone number to the list. The service creates a missing contact. */
function Addition({ list, onAdded }: { list: ContactList; onAdded(): void }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const [phone, setPhone] = useState("");
  const [added, setAdded] = useState<string | null>(null);
  const action = useMutation(
    () => recado.contactLists.upsertMember({ list_id: list.id, phone: phone.trim() }),
    (contact) => {
      setPhone("");
      setAdded(contact.name ?? contact.phone);
      onAdded();
    },
  );
  return (
    <form
      class="beside-fields"
      onSubmit={(event) => {
        event.preventDefault();
        setAdded(null);
        void action.run();
      }}
    >
      <Field
        label={t.lists.addNumber}
        fault={blames(action.failure, "phone") ? t.contacts.phoneInvalid : null}
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
